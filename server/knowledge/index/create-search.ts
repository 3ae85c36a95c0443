import type { KnowledgeQueries, PassageRow } from '../../store/store.ts'
import type { KnowledgeSearch, Passage } from '../passage.ts'
import { chooseClauses } from './choose-clauses.ts'
import {
  createConcept,
  createPartConcepts,
  lookupsOf,
  slipLookupsOf,
  splitsOf,
  type Concept,
} from './expand-query.ts'
import { joinMeaning } from './join-meaning.ts'
import type { VectorSearch } from './vectors/vector-search.ts'
import { listWords } from '../../store/store.ts'
import { readableSources } from './readable-sources.ts'
import { scoreEntry } from './score-entry.ts'

/** Words of a question that are looked for. */
export const QUERY_WORDS_MAX = 32
/** Characters of a question that are read. */
export const QUERY_MAX_CHARACTERS = 2_000
/** Pieces whose words are compared with the question. */
export const CANDIDATES_MAX = 120
/** Matches of one clause that an engine counts. */
export const CLAUSE_MATCHES_MAX = 3_000
/** Results below it are of no use. */
export const FLOOR = 0.5

export type SearchedStore = Pick<
  KnowledgeQueries,
  | 'countEntries'
  | 'findWords'
  | 'findCandidates'
  | 'readEntries'
  | 'readPassages'
  | 'listSourceSettings'
>

/**
 * Search by words with an order of our own, which is the same on both engines, joined with a search by meaning.
 *
 * @param vectors undefined: by words alone.
 */
export function createKnowledgeSearch(
  store: SearchedStore,
  vectors?: VectorSearch,
): KnowledgeSearch {
  return {
    async search(reader, query, limit, signal) {
      const { projectId } = reader
      const sources = readableSources(await store.listSourceSettings(projectId), reader)
      const words = [...new Set(listWords(query.slice(0, QUERY_MAX_CHARACTERS)))].slice(
        0,
        QUERY_WORDS_MAX,
      )
      if (words.length === 0 || sources.allowed.length === 0) return []
      const findByWords = async () => {
        const concepts = await findConcepts(store, projectId, words)
        const candidates = await store.findCandidates({
          ...chooseClauses(projectId, concepts, sources.hidden),
          clauseLimit: CLAUSE_MATCHES_MAX,
          limit: CANDIDATES_MAX,
        })
        return { concepts, candidates }
      }
      const [{ concepts, candidates }, near = []] = await Promise.all([
        findByWords(),
        vectors?.search({
          projectId,
          text: query,
          sources: new Set(sources.allowed),
          wanted: CANDIDATES_MAX,
          signal,
        }),
      ])
      const byWords = new Set(candidates.map(({ pieceId }) => pieceId))
      const entries = await store.readEntries(projectId, [
        ...byWords.union(new Set(near.map(({ pieceId }) => pieceId))),
      ])
      const byScore = entries
        .filter(({ sourceId }) => sources.allowed.includes(sourceId))
        .map((entry) => ({ ...entry, score: scoreEntry(entry.fields, concepts) }))
        .sort(
          (one, other) => other.score - one.score || Number(one.pieceId) - Number(other.pieceId),
        )
      const scored = joinMeaning(byScore, byWords, near, FLOOR).slice(0, limit)
      const rows = new Map(
        (
          await store.readPassages(
            projectId,
            scored.map(({ pieceId }) => pieceId),
          )
        ).map((row) => [row.pieceId, row]),
      )
      return scored.flatMap(({ pieceId, score }) => {
        const row = rows.get(pieceId)
        return row ? [toPassage(row, score)] : []
      })
    },
  }
}

async function findConcepts(
  store: SearchedStore,
  projectId: string,
  words: readonly string[],
): Promise<readonly Concept[]> {
  const total = await store.countEntries(projectId)
  const known = await store.findWords(projectId, words, words.flatMap(lookupsOf))
  const concepts = words.map((word) => createConcept(word, known, total))
  const unknown = concepts.filter(({ alternatives }) => alternatives.size === 0)
  if (unknown.length === 0) return concepts
  const missing = unknown.map(({ word }) => word)
  const near = await store.findWords(
    projectId,
    missing.flatMap((word) => [...splitsOf(word)].flat()),
    missing.flatMap(slipLookupsOf),
  )
  return concepts.flatMap((concept) => {
    if (concept.alternatives.size > 0) return [concept]
    const slip = createConcept(concept.word, near, total)
    if (slip.alternatives.size > 0) return [slip]
    const parts = createPartConcepts(concept.word, near, total)
    return parts.length > 0 ? parts : [concept]
  })
}

const toPassage = (row: PassageRow, score: number): Passage => ({
  pieceId: row.pieceId,
  documentId: row.documentId,
  sourceId: row.sourceId,
  address: row.address,
  url: row.url ?? undefined,
  title: row.title,
  headings: row.headings,
  anchor: row.anchor ?? undefined,
  page: row.page ?? undefined,
  pageLabel: row.pageLabel ?? undefined,
  language: row.language ?? undefined,
  date: row.date ?? undefined,
  mediaType: row.mediaType,
  text: row.text,
  fullText: row.fullText ?? row.text,
  score,
  isAboveFloor: score >= FLOOR,
})
