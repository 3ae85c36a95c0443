import { PROGRAM } from '../../shared/program.ts'
import { createKnowledgeSearch } from '../knowledge/index/create-search.ts'
import {
  reportVectors,
  vectorLines,
  type VectorsReport,
} from '../knowledge/index/vectors/report-vectors.ts'
import { passageJson, reportedJson, sourceJson } from '../knowledge/knowledge-json.ts'
import type { KnowledgeReader, Passage } from '../knowledge/passage.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import type { ReportedDocument, SourceRow } from '../store/store.ts'
import { plainText } from './answer-text.ts'
import { command } from './command.ts'
import { CommandLineError } from './flags.ts'
import { requireSource } from './knowledge.ts'
import { KNOWLEDGE_PROJECT_FLAG } from './knowledge-options.ts'
import { findVectors } from './knowledge-vectors.ts'

const RESULTS_DEFAULT = 10
const RESULTS_MAX = 50
/** Documents that a report lists. */
const REPORTED_MAX = 1_000
const SHOWN_CHARACTERS = 240
/** Searches of the operator, who is no user. */
const OPERATOR = 'operator'

/** Flags that tell for whom the operator searches. */
export const READER_FLAGS = {
  workspace: { value: 'id', about: 'as a user of this workspace' },
  anonymous: { about: 'as a visitor without a name' },
} as const

export const operatorReader = (
  projectId: string,
  { workspace, anonymous }: { readonly workspace: string | undefined; readonly anonymous: boolean },
): KnowledgeReader => ({
  projectId,
  workspaceId: workspace ?? OPERATOR,
  userId: OPERATOR,
  isNamed: !anonymous,
})

const searchCommand = command({
  name: 'knowledge search',
  takes: ['question'],
  about: 'Search the pages of a project as its assistants do',
  flags: {
    project: KNOWLEDGE_PROJECT_FLAG,
    ...READER_FLAGS,
    limit: { value: 'n', about: `results at most; ${RESULTS_DEFAULT} when absent` },
  },
  run(tool, { project = DEFAULT_PROJECT, limit, ...flags }, question) {
    const count = readLimit(limit)
    return tool.withProject(project, async (store) => {
      const reader = operatorReader(project, flags)
      const vectors = await findVectors(tool, store, project)
      const { search } = createKnowledgeSearch(store.knowledge, vectors?.search)
      const passages = await search(reader, question, count)
      return {
        text: plainText(passages.map(passageText).join('\n\n')) || 'Nothing was found.',
        facts: passages.map(passageJson),
      }
    })
  },
})

const reportCommand = command({
  name: 'knowledge report',
  mayTake: 'source id',
  about: 'Say what could not be read and why, and how the last crawl went',
  flags: { project: KNOWLEDGE_PROJECT_FLAG },
  run: (tool, { project = DEFAULT_PROJECT }, id) =>
    tool.withProject(project, async (store) => {
      const sources =
        id === '' ? await store.sources.list(project) : [await requireSource(store, project, id)]
      const counts = await store.sources.count(project)
      const vectorsOf = await reportVectors(store, project)
      const reports = await Promise.all(
        sources.map(async (source) => {
          const documents = await store.crawledDocuments.listReported(source.id, REPORTED_MAX)
          return { source, documents, vectors: vectorsOf?.(source.id) }
        }),
      )
      return {
        text: plainText(reports.map(reportText).join('\n\n')),
        facts: reports.map(({ source, documents, vectors }) => ({
          ...sourceJson(source, counts.get(source.id)),
          ...(vectors && { vectors }),
          documents_reported: documents.map(reportedJson),
        })),
      }
    }),
})

export const SEARCH_COMMANDS = [searchCommand, reportCommand]

function readLimit(text: string | undefined): number {
  if (text === undefined) return RESULTS_DEFAULT
  const limit = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= RESULTS_MAX) return limit
  throw new CommandLineError(
    `--limit is ${JSON.stringify(text)}; expected a whole number from 1 to ${RESULTS_MAX}.`,
  )
}

function passageText(passage: Passage, index: number): string {
  const { title, headings, page, url, text, score, isAboveFloor } = passage
  const place = [title, ...headings, ...(page === undefined ? [] : [`page ${page}`])].join(' › ')
  const floor = isAboveFloor ? '' : ', below the floor: an assistant would not use it'
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
  const lines = [`${index + 1}. ${place} (${score.toFixed(2)}${floor})`, url, shown]
  return lines.filter((line) => line !== undefined).join('\n   ')
}

interface Report {
  readonly source: SourceRow
  readonly documents: readonly ReportedDocument[]
  readonly vectors: VectorsReport | undefined
}

function reportText({ source, documents, vectors }: Report): string {
  const { id, kind, location, state, problem, crawledAt, dueAt } = source
  const lines = [`Source ${id}: ${kind} ${location}`]
  lines.push(`  ${state}, last whole crawl ${crawledAt ?? 'never'}, next ${dueAt ?? 'when asked'}`)
  if (problem !== null) lines.push(`  ${problem}`)
  if (vectors) lines.push(...vectorLines(vectors).map((line) => `  ${line}`))
  if (documents.length === 0) lines.push('  All of its documents were read.')
  for (const document of documents) lines.push(...documentLines(document))
  if (state === 'waiting') lines.push(`  Not crawled yet: ${PROGRAM} knowledge refresh ${id}`)
  return lines.join('\n')
}

function documentLines(document: ReportedDocument): readonly string[] {
  const { address, unreadReason, unreadDetail, missingSince, notes } = document
  const lines: string[] = []
  const why = unreadDetail === null ? '' : ` ${unreadDetail}`
  if (unreadReason !== null) lines.push(`  not read (${unreadReason}): ${address}.${why}`)
  else if (missingSince !== null) lines.push(`  missing since ${missingSince}: ${address}.${why}`)
  return [...lines, ...notes.map((note) => `  note: ${address}: ${note}`)]
}
