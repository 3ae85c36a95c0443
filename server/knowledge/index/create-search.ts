import { listWords, type KnowledgeQueries, type PassageRow } from '../../store/store.ts'
import type { KnowledgeSearch, Passage } from '../passage.ts'
import { guessLanguage } from '../read/guess-language.ts'
import { chooseClauses, MATCHES_MAX } from './choose-clauses.ts'
import {
  createConcept,
  createFarConcepts,
  farLookupsOf,
  findNear,
  lookupsOf,
  type Concept,
} from './expand-query.ts'
import { loadFunctionWords, readGrammar } from './function-words.ts'
import { joinMeaning } from './join-meaning.ts'
import { readableSources } from './readable-sources.ts'
import { scoreEntries } from './score-entries.ts'
import type { VectorSearch } from './vectors/vector-search.ts'

/** Words of a question that are looked for. */
export const QUERY_WORDS_MAX = 32
/** Characters of a question that are read. */
export const QUERY_MAX_CHARACTERS = 2_000
/** Pieces whose words are compared with the question. */
const CANDIDATES_MAX = 48
/** Added for pieces in a language in which the question may be: few questions have their answer in another one. */
const LANGUAGE_BONUS = 0.04
/** Pieces that are read besides the wanted ones, since the bonus can change their order. */
const SPARE_RESULTS = 10
/** Results below it are of no use. Chosen on both sets of questions: decision 114. */
export const FLOOR = 0.28

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
      const text = query.slice(0, QUERY_MAX_CHARACTERS)
      const words = [...new Set(listWords(text))].slice(0, QUERY_WORDS_MAX)
      const sources = readableSources(await store.listSourceSettings(projectId), reader)
      if (words.length === 0 || sources.allowed.length === 0) return []
      const { functionWords, languages } = readGrammar(words, await loadFunctionWords())
      const script = guessLanguage([{ headings: [], blocks: [text] }])
      const findByWords = async () => {
        const concepts = await findConcepts(store, projectId, words, functionWords)
        const candidates = await store.findCandidates({
          ...chooseClauses(projectId, concepts, sources.hidden),
          clauseLimit: MATCHES_MAX,
          limit: CANDIDATES_MAX,
        })
        return { concepts, candidates }
      }
      const room = limit + SPARE_RESULTS
      const [{ concepts, candidates }, near = []] = await Promise.all([
        findByWords(),
        vectors?.search({
          projectId,
          text,
          sources: new Set(sources.allowed),
          wanted: room,
          signal,
        }),
      ])
      const byWords = new Set(candidates.map(({ pieceId }) => pieceId))
      const byMeaning = new Set(near.map(({ pieceId }) => pieceId))
      const entries = await store.readEntries(projectId, [...byWords.union(byMeaning)])
      const scored = scoreEntries(entries, concepts)
      const best = scored.filter(({ pieceId }) => byWords.has(pieceId)).slice(0, room)
      const scores = new Map(scored.map(({ pieceId, score }) => [pieceId, score]))
      const rows = await store.readPassages(projectId, [
        ...new Set(best.map(({ pieceId }) => pieceId)).union(byMeaning),
      ])
      const found = rows
        .filter(({ sourceId }) => sources.allowed.includes(sourceId))
        .map((row) => {
          const language = row.language?.split('-')[0] ?? ''
          const isOwn = language === script || languages.has(language)
          const score = (scores.get(row.pieceId) ?? 0) + (isOwn ? LANGUAGE_BONUS : 0)
          return { row, pieceId: row.pieceId, score: Math.min(1, score) }
        })
        .sort((one, other) => other.score - one.score || one.pieceId - other.pieceId)
      return joinMeaning(found, byWords, near, FLOOR)
        .slice(0, limit)
        .map(({ row, score }) => toPassage(row, score))
    },
  }
}

/** Finds the words of the pages for each word of a question: near ones first, far ones for those without. */
async function findConcepts(
  store: SearchedStore,
  projectId: string,
  words: readonly string[],
  functionWords: ReadonlySet<string>,
): Promise<readonly Concept[]> {
  const total = await store.countEntries(projectId)
  const facts = { total, functionWords }
  const known = await store.findWords(projectId, words, words.flatMap(lookupsOf))
  const near = words.map((word) => ({ word, found: findNear(word, known) }))
  const far = near.filter(({ found }) => found.length === 0).map(({ word }) => farLookupsOf(word))
  const farKnown = await store.findWords(
    projectId,
    far.flatMap((each) => each.words),
    far.flatMap((each) => each.lookups),
  )
  return near.flatMap(({ word, found }) =>
    found.length > 0
      ? [createConcept(word, found, facts)]
      : createFarConcepts(word, farKnown, facts),
  )
}

const toPassage = (row: PassageRow, score: number): Passage => ({
  pieceId: String(row.pieceId),
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
