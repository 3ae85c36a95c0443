import { AlcoveError } from '../../shared/errors.ts'
import { PROGRAM } from '../../shared/program.ts'
import { requireUnfixed } from '../knowledge/fix-sources.ts'
import { sourceJson } from '../knowledge/knowledge-json.ts'
import { findConfig } from '../projects/load-config.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import type { SourceCounts, SourceRow, Store } from '../store/store.ts'
import { plainText, plural, textTable } from './answer-text.ts'
import { type Answer, command } from './command.ts'
import { crawlToEnd, withCrawls } from './knowledge-crawl.ts'
import { nextOfSource } from './knowledge-next.ts'
import {
  KNOWLEDGE_PROJECT_FLAG,
  readSourceFlags,
  readSourcePlace,
  SOURCE_FLAGS,
} from './knowledge-options.ts'

/** Time after which a server takes up a source whose command was stopped. */
const COMMAND_FIRST_MS = 30_000

const addCommand = command({
  name: 'knowledge add',
  takes: ['folder, file, sitemap or address'],
  about: 'Add pages that the assistants answer from, and read them',
  details:
    'HTML, Markdown, text, PDF, docx and csv are read. A folder is walked without hidden files, links and node_modules;\n' +
    'an address with its links below it; a sitemap with the sitemaps in it. Servers read all of them again, once a day.',
  flags: { project: KNOWLEDGE_PROJECT_FLAG, ...SOURCE_FLAGS },
  async run(tool, { project = DEFAULT_PROJECT, ...flags }, word) {
    const place = readSourcePlace(word)
    const settings = JSON.stringify(readSourceFlags(flags))
    return tool.withProject(project, async (store) => {
      const dueAt = new Date(store.now() + COMMAND_FIRST_MS).toISOString()
      const source = { projectId: project, ...place, settings, isFixed: false }
      const added = await store.sources.add(source, dueAt)
      const crawled = await withCrawls(tool, store, (crawls) =>
        crawlToEnd(tool, store, crawls, added, false),
      )
      const answer = await answerCrawls(store, project, [crawled])
      if (answer.hasFailed) return answer
      const config = tool.readSettings().configPath ?? findConfig(process.cwd())
      const hasConfig = config !== undefined
      const next = nextOfSource({ project, kind: place.kind, base: flags.base, hasConfig })
      return { ...answer, text: `${answer.text}\n\n${next}` }
    })
  },
})

const listCommand = command({
  name: 'knowledge list',
  about: 'List the sources of a project',
  flags: { project: KNOWLEDGE_PROJECT_FLAG },
  run: (tool, { project = DEFAULT_PROJECT }) =>
    tool.withProject(project, async (store) => {
      const sources = await store.sources.list(project)
      const counts = await store.sources.count(project)
      const rows = sources.map((source) => {
        const { documents = 0, unread = 0 } = counts.get(source.id) ?? {}
        const state = source.isFixed ? `${source.state}, fixed` : source.state
        const { id, kind, location, crawledAt, dueAt } = source
        return [id, kind, location, state, String(documents), String(unread), crawledAt, dueAt]
      })
      const heads = ['ID', 'KIND', 'PLACE', 'STATE', 'DOCUMENTS', 'UNREAD', 'CRAWLED', 'NEXT']
      return {
        text: textTable(heads, rows),
        facts: sources.map((source) => sourceJson(source, counts.get(source.id))),
      }
    }),
})

const refreshCommand = command({
  name: 'knowledge refresh',
  mayTake: 'source id',
  about: 'Read a source again now, or all of the project',
  flags: {
    project: KNOWLEDGE_PROJECT_FLAG,
    forget: { about: 'forget missing documents even if a source lists far fewer than before' },
  },
  run: (tool, { project = DEFAULT_PROJECT, forget }, id) =>
    tool.withProject(project, async (store) => {
      const sources =
        id === '' ? await store.sources.list(project) : [await requireSource(store, project, id)]
      const crawled = await withCrawls(tool, store, async (crawls) => {
        const ended: SourceRow[] = []
        for (const source of sources) {
          ended.push(await crawlToEnd(tool, store, crawls, source, forget))
        }
        return ended
      })
      return answerCrawls(store, project, crawled)
    }),
})

const removeCommand = command({
  name: 'knowledge remove',
  takes: ['source id'],
  about: 'Remove a source with all that was read from it',
  flags: { project: KNOWLEDGE_PROJECT_FLAG },
  run: (tool, { project = DEFAULT_PROJECT }, id) =>
    tool.withProject(project, async (store) => {
      const source = await requireSource(store, project, id)
      requireUnfixed(source)
      const { documents = 0 } = (await store.sources.count(project)).get(id) ?? {}
      await withCrawls(tool, store, (crawls) => crawls.remove(source))
      return {
        text: `Removed ${source.kind} ${source.location} with ${plural(documents, 'document')}.`,
        facts: { id, project_id: project, documents },
      }
    }),
})

export const SOURCE_COMMANDS = [addCommand, listCommand, refreshCommand, removeCommand]

/** @throws AlcoveError `not_found`. */
export async function requireSource(store: Store, project: string, id: string): Promise<SourceRow> {
  const source = await store.sources.find(project, id)
  if (source) return source
  throw new AlcoveError('not_found', `Project "${project}" has no source ${id}.`, {
    hint: `All are listed by ${PROGRAM} knowledge list --project ${project}.`,
  })
}

async function answerCrawls(
  store: Store,
  project: string,
  sources: readonly SourceRow[],
): Promise<Answer> {
  const counts = await store.sources.count(project)
  return {
    text:
      sources.length === 0
        ? `Project "${project}" has no source yet: see ${PROGRAM} knowledge add --help.`
        : plainText(sources.map((source) => crawlText(source, counts.get(source.id))).join('\n')),
    facts: sources.map((source) => sourceJson(source, counts.get(source.id))),
    hasFailed: sources.some(({ state }) => state === 'failed'),
  }
}

function crawlText({ id, kind, location, problem }: SourceRow, counts?: SourceCounts): string {
  const { documents = 0, unread = 0, missing = 0 } = counts ?? {}
  const parts = [`Source ${id}: ${plural(documents, 'document')} of ${kind} ${location}.`]
  if (unread > 0) parts.push(`${unread} could not be read: see ${PROGRAM} knowledge report ${id}.`)
  if (missing > 0)
    parts.push(`${missing} are missing and will be forgotten by a crawl a day later.`)
  if (problem !== null) parts.push(problem)
  return parts.join(' ')
}
