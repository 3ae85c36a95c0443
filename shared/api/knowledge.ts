import * as v from 'valibot'
import { CREATED_AT } from './common-fields.ts'
import { described } from './described.ts'
import { pageLimit } from './query-fields.ts'
import { sourceOptionEntries, webAddress } from './source-options.ts'

export const PASSAGES_DEFAULT = 10
export const PASSAGES_MAX = 50
/** Characters of a question. */
export const QUESTION_MAX = 2_000

const { base: _, ...webOptions } = sourceOptionEntries

/** A folder or file is on the operator's machine: only commands and the configuration add those. */
export const sourceBodySchema = v.pipe(
  v.strictObject({
    sitemap: described(
      v.optional(webAddress),
      'Address of a sitemap, or of an index of sitemaps. Give either this or url.',
    ),
    url: described(
      v.optional(webAddress),
      'Address of a page, which is read with the pages below it that it links to.',
    ),
    ...webOptions,
  }),
  v.check(
    ({ sitemap, url }) => (sitemap === undefined) !== (url === undefined),
    'Expected exactly one of sitemap and url.',
  ),
)

export const sourceSchema = v.object({
  id: described(v.string(), 'The source’s id.'),
  kind: described(
    v.picklist(['folder', 'file', 'sitemap', 'url']),
    'Where its documents are: on the operator’s machine (folder, file) or on the web.',
  ),
  location: described(v.string(), 'Path of the folder or file, or address.'),
  settings: described(v.object(sourceOptionEntries), 'Its settings, with all defaults.'),
  is_fixed: described(
    v.boolean(),
    'True if the operator’s configuration adds it: then calls cannot remove it.',
  ),
  state: described(
    v.picklist(['waiting', 'crawling', 'ready', 'failed']),
    'waiting: not read yet; crawling: being read; ready; failed: the last crawl did not succeed, and nothing was forgotten.',
  ),
  problem: described(v.nullable(v.string()), 'What went wrong in the last crawl, and the remedy.'),
  documents: described(v.number(), 'How many documents were read.'),
  unread: described(v.number(), 'How many could not be read: see the report.'),
  missing: described(
    v.number(),
    'How many the last crawl did not find; a crawl a day later forgets them.',
  ),
  crawled_at: described(v.nullable(v.string()), 'End of the last crawl that succeeded.'),
  due_at: described(v.nullable(v.string()), 'Time of the next crawl; null: only when asked.'),
  created_at: described(v.string(), CREATED_AT),
})

export const oneSourceSchema = v.object({ source: described(sourceSchema, 'The source.') })
export const sourceListSchema = v.object({
  sources: described(v.array(sourceSchema), 'The sources, in the order in which they were added.'),
})

export const sourceReportSchema = v.object({
  source: described(sourceSchema, 'The source.'),
  documents: described(
    v.array(
      v.object({
        address: described(v.string(), 'Address, or path in the folder.'),
        url: described(v.nullable(v.string()), 'Where people open it; null: at this server.'),
        title: described(v.string(), 'Its title.'),
        unread_reason: described(
          v.nullable(v.string()),
          'Why it could not be read, such as login, script_only, too_large or not_found; null: it was read.',
        ),
        detail: described(v.nullable(v.string()), 'The reason as a sentence.'),
        notes: described(v.array(v.string()), 'Sentences about content that is lost or uncertain.'),
        missing_since: described(
          v.nullable(v.string()),
          'Since when crawls do not find it; null: it is there.',
        ),
        checked_at: described(v.string(), 'Time of the last look at it.'),
      }),
    ),
    'Documents that could not be read, are missing, or have notes. At most 1,000.',
  ),
})

export const knowledgeQuerySchema = v.object({
  query: described(
    v.pipe(v.string(), v.minLength(1), v.maxLength(QUESTION_MAX)),
    'The question, as a person types it.',
  ),
  limit: pageLimit(PASSAGES_DEFAULT, PASSAGES_MAX),
})

export const passageListSchema = v.object({
  passages: described(
    v.array(
      v.object({
        url: described(v.nullable(v.string()), 'Where people open the document.'),
        address: described(v.string(), 'Address of the document, or its path in the folder.'),
        title: described(v.string(), 'The document’s title.'),
        headings: described(v.array(v.string()), 'Headings above the passage, outermost first.'),
        anchor: described(v.nullable(v.string()), 'The nearest id in the page.'),
        page: described(v.nullable(v.number()), 'Page of a PDF.'),
        language: described(v.nullable(v.string()), 'Language of the passage (BCP 47).'),
        text: described(v.string(), 'The passage.'),
        score: described(v.number(), 'From 0 to 1.'),
        above_floor: described(
          v.boolean(),
          'False: too far from the question for an assistant to use it.',
        ),
      }),
    ),
    'The passages, best first.',
  ),
})
