import type { KnowledgeOverview, SourceProblems } from '../../../shared/desk/reports.ts'
import {
  isValidOn,
  isWrittenId,
  writtenIdOf,
  type WrittenAnswer,
} from '../../knowledge/written/written-answer.ts'
import { readUses, toldPassages, type StoredUses } from '../../models/search-memory.ts'
import { inTurns, type Steps } from '../../steps/in-turns.ts'
import type {
  ReportCursor,
  ReportedPiece,
  ReportedUse,
  SourceCounts,
  SourceRow,
  Store,
} from '../../store/store.ts'

/** Answers that are looked at for citations: each has its passages, and the page asks often while sources are read. */
export const USES_MAX = 500
const CITED_MOST = 20
const NEVER_CITED_MOST = 50
/** Documents of a list of problems. */
const PROBLEMS_MAX = 1_000

type KnowledgeStore = Pick<Store, 'sources' | 'knowledge' | 'deskReports' | 'crawledDocuments'>

/** Sources of a project, and how answers used their pieces. */
export async function reportKnowledge(
  store: KnowledgeStore,
  project: string,
  written: WrittenReport,
): Promise<KnowledgeOverview> {
  const { deskReports } = store
  const sources = await store.sources.list(project)
  const counts = await store.sources.count(project)
  const { cited, ofWritten, count, since } = await countCitations(deskReports, project)
  const pieces = await store.knowledge.countEntries(project)
  const most = [...cited].toSorted(([, a], [, b]) => b - a)
  const mostCited = await describePieces(
    deskReports,
    project,
    most.map(([id]) => id),
    CITED_MOST,
  )
  const citedHere = await deskReports.countPieces(project, [...cited.keys()])
  return {
    sources: sources.map((source) => toSource(source, counts.get(source.id))),
    pieces,
    answers: { count, since },
    mostCited: mostCited.map((piece) => ({ ...toPiece(piece), cited: cited.get(piece.id) ?? 0 })),
    neverCited: {
      count: Math.max(0, pieces - citedHere),
      pieces: (await listNeverCited(deskReports, project, cited)).map(toPiece),
    },
    written: written.answers
      .map((answer) => ({
        name: answer.name,
        isValid: isValidOn(answer, written.day),
        ...(ofWritten.get(writtenIdOf(answer)) ?? { given: 0, cited: 0 }),
      }))
      .toSorted((one, other) => other.given - one.given),
  }
}

/** The owner's written answers, and his day. */
export interface WrittenReport {
  readonly answers: readonly WrittenAnswer[]
  readonly day: string
}

/** Documents of a source that were not read, are missing or lost something. */
export async function reportProblems(
  { crawledDocuments }: Pick<Store, 'crawledDocuments'>,
  sourceId: string,
): Promise<SourceProblems> {
  const documents = await crawledDocuments.listReported(sourceId, PROBLEMS_MAX)
  return {
    documents: documents.map((document) => ({
      address: document.address,
      url: document.url,
      title: document.title,
      reason: document.unreadReason,
      detail: document.unreadDetail,
      notes: [...document.notes],
      missingSince: document.missingSince,
      checkedAt: document.checkedAt,
    })),
  }
}

const toSource = (
  source: SourceRow,
  counts: SourceCounts = { documents: 0, unread: 0, missing: 0 },
): KnowledgeOverview['sources'][number] => ({
  id: source.id,
  kind: source.kind,
  location: source.location,
  isFixed: source.isFixed,
  // Lists leave out sources in removal.
  state: source.state === 'removing' ? 'waiting' : source.state,
  problem: source.problem,
  ...counts,
  crawledAt: source.crawledAt,
  dueAt: source.dueAt,
})

const toPiece = ({ id, title, url, headings }: ReportedPiece) => ({
  pieceId: String(id),
  title,
  url,
  headings: [...headings],
})

type Reports = Store['deskReports']

/** Citations by piece, in the newest answers; page by page, since an answer's row holds whole passages. */
async function countCitations(reports: Reports, project: string) {
  const cited = new Map<number, number>()
  const ofWritten: WrittenCounts = new Map()
  let count = 0
  let since: string | null = null
  for (let before: ReportCursor | undefined; count < USES_MAX;) {
    const page = await reports.listUses(project, before)
    const last = page.at(-1)
    if (last === undefined) break
    await inTurns(addCitations(cited, ofWritten, page))
    count += page.length
    since = last.at
    before = last
  }
  return { cited, ofWritten, count, since }
}

/** By id: answers to which a written answer was given, and those that cite it. */
type WrittenCounts = Map<string, { given: number; cited: number }>

function addWritten(counts: WrittenCounts, { uses, cited }: StoredUses): void {
  const told = toldPassages(uses)
  const given = new Set([...told.values()].map(({ pieceId }) => pieceId).filter(isWrittenId))
  const citedIds = new Set(cited.map((number) => told.get(number)?.pieceId))
  for (const id of given) {
    const known = counts.get(id) ?? { given: 0, cited: 0 }
    counts.set(id, { given: known.given + 1, cited: known.cited + (citedIds.has(id) ? 1 : 0) })
  }
}

function* addCitations(
  cited: Map<number, number>,
  ofWritten: WrittenCounts,
  uses: readonly ReportedUse[],
): Steps<void> {
  for (const { data } of uses) {
    yield
    const stored = readUses(data)
    if (stored === undefined) continue
    addWritten(ofWritten, stored)
    const told = toldPassages(stored.uses)
    const ids = new Set(stored.cited.map((number) => Number(told.get(number)?.pieceId)))
    for (const id of ids) if (!Number.isNaN(id)) cited.set(id, (cited.get(id) ?? 0) + 1)
  }
}

/** Pieces that are asked for one that is shown: some are gone. */
const ASKED_FOR_ONE = 5

/** The first of these pieces that searches still find, in this order. */
async function describePieces(
  reports: Reports,
  project: string,
  ids: readonly number[],
  limit: number,
): Promise<readonly ReportedPiece[]> {
  const pieces = await reports.describePieces(project, ids.slice(0, limit * ASKED_FOR_ONE))
  const byId = new Map(pieces.map((piece) => [piece.id, piece]))
  return ids.flatMap((id) => byId.get(id) ?? []).slice(0, limit)
}

async function listNeverCited(
  reports: Reports,
  project: string,
  cited: ReadonlyMap<number, number>,
): Promise<readonly ReportedPiece[]> {
  const never: number[] = []
  for (let after = 0; never.length < NEVER_CITED_MOST;) {
    const ids = await reports.listPieces(project, after)
    const last = ids.at(-1)
    if (last === undefined) break
    never.push(...ids.filter((id) => !cited.has(id)))
    after = last
  }
  return describePieces(reports, project, never.slice(0, NEVER_CITED_MOST), NEVER_CITED_MOST)
}
