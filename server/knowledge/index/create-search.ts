import { inTurns } from '../../steps/in-turns.ts'
import {
  EVERY_ENTRY,
  listWords,
  type KnowledgeQueries,
  type PassageRow,
} from '../../store/store.ts'
import type { KnowledgeSearch, Passage } from '../passage.ts'
import { guessLanguage } from '../read/guess-language.ts'
import { chooseClauses, MATCHES_MAX } from './choose-clauses.ts'
import { lookupsOf, pluralsOf, USUAL_PIECES } from './expand-query.ts'
import { findConcepts } from './find-concepts.ts'
import { loadFunctionWords, readGrammar } from './function-words.ts'
import { joinMeaning } from './join-meaning.ts'
import { readableSources } from './readable-sources.ts'
import { scoreEntries, type ScoredEntry } from './score-entries.ts'
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
export type SearchedStore = Pick<
  KnowledgeQueries,
  'findWords' | 'findCandidates' | 'readEntries' | 'readPassages' | 'listSourceSettings'
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
      if (words.length === 0) return []
      const [settings, known, lists] = await Promise.all([
        store.listSourceSettings(projectId),
        store.findWords(
          projectId,
          [...words, ...words.flatMap(pluralsOf), EVERY_ENTRY],
          words.flatMap(lookupsOf),
        ),
        loadFunctionWords(),
      ])
      signal?.throwIfAborted()
      const sources = readableSources(settings, reader)
      if (sources.allowed.length === 0) return []
      const total = known.find(({ word }) => word === EVERY_ENTRY)?.pieces ?? 0
      const { functionWords, languages } = readGrammar(words, lists)
      const script = guessLanguage([{ headings: [], blocks: [text] }])
      const findByWords = async () => {
        const facts = { total: Math.max(total, USUAL_PIECES), functionWords }
        const concepts = await findConcepts(
          (some, lookups) => store.findWords(projectId, some, lookups),
          { words, known, facts },
        )
        signal?.throwIfAborted()
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
      signal?.throwIfAborted()
      const entries = await store.readEntries(projectId, [...byWords.union(byMeaning)])
      const scored = await inTurns(scoreEntries(entries, concepts, total))
      signal?.throwIfAborted()
      const best = scored.filter(({ pieceId }) => byWords.has(pieceId)).slice(0, room)
      const scores = new Map(scored.map((each) => [each.pieceId, each]))
      const rows = await store.readPassages(projectId, [
        ...new Set(best.map(({ pieceId }) => pieceId)).union(byMeaning),
      ])
      const found = rows
        .filter(({ sourceId }) => sources.allowed.includes(sourceId))
        .map((row) => {
          const language = row.language?.split('-')[0] ?? ''
          const isOwn = language === script || languages.has(language)
          const { score = 0, isAboveFloor = false } = scores.get(row.pieceId) ?? {}
          const withBonus = Math.min(1, score + (isOwn ? LANGUAGE_BONUS : 0))
          return { row, pieceId: row.pieceId, score: withBonus, isAboveFloor }
        })
        .sort((one, other) => other.score - one.score || one.pieceId - other.pieceId)
      return joinMeaning(found, byWords, near).slice(0, limit).map(toPassage)
    },
  }
}

interface FoundRow extends Pick<ScoredEntry, 'score' | 'isAboveFloor'> {
  readonly row: PassageRow
}

const toPassage = ({ row, score, isAboveFloor }: FoundRow): Passage => ({
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
  isAboveFloor,
})
