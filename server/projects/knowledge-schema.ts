import { resolve } from 'node:path'
import * as v from 'valibot'
import { sourceOptionEntries, webAddress } from '../../shared/api/source-options.ts'
import { filledText, listOf } from '../../shared/api/option-fields.ts'
import type { FixedSource, SourceOptions } from '../knowledge/source-settings.ts'
import { block, type Fields } from './config-fields.ts'

/** Sources of one project that the configuration declares. */
export const FIXED_SOURCES_MAX = 50
const PATH_MAX_CHARACTERS = 1_024

/**
 * A source of an owner's pages, in `knowledge` of a project: exactly one of `folder`, `file`, `sitemap` and
 * `url`, and any of `SourceOptions`.
 */
export interface KnowledgeBlock extends SourceOptions {
  /** A folder with documents: a path from the folder in which the server is started. */
  readonly folder?: string | undefined
  /** A single document: a path, as in `folder`. */
  readonly file?: string | undefined
  /** The address of a sitemap, or of an index of sitemaps. */
  readonly sitemap?: string | undefined
  /** The address of a page, which is read with the pages below it that it links to. */
  readonly url?: string | undefined
}

const KINDS = ['folder', 'file', 'sitemap', 'url'] as const
type Place = Pick<KnowledgeBlock, (typeof KINDS)[number]>

const path = v.pipe(
  filledText(PATH_MAX_CHARACTERS),
  v.transform((text) => resolve(text)),
)

const placeOf = (block: Place): readonly Pick<FixedSource, 'kind' | 'location'>[] =>
  KINDS.flatMap((kind) => {
    const location = block[kind]
    return location === undefined ? [] : [{ kind, location }]
  })

const source = v.pipe(
  block({
    folder: v.optional(path),
    file: v.optional(path),
    sitemap: v.optional(webAddress),
    url: v.optional(webAddress),
    ...sourceOptionEntries,
  } satisfies Fields<KnowledgeBlock>),
  v.check((block) => placeOf(block).length === 1, `expected exactly one of ${KINDS.join(', ')}`),
  v.transform((block): FixedSource => {
    const { folder, file, sitemap, url, ...settings } = block
    return { ...placeOf({ folder, file, sitemap, url })[0]!, settings }
  }),
)

const nameOf = ({ kind, location }: FixedSource): string => `${kind} ${location}`

export const knowledge = v.pipe(
  listOf(source, FIXED_SOURCES_MAX),
  v.check(
    (sources) => new Set(sources.map(nameOf)).size === sources.length,
    'two entries are the same source; keep one of them',
  ),
)
