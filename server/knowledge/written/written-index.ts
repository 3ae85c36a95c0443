import { eachInStep, inTurns } from '../../steps/in-turns.ts'
import { listWords, writeEntry, type EntryRow } from '../../store/store.ts'
import { QUERY_MAX_CHARACTERS, QUERY_WORDS_MAX } from '../index/create-search.ts'
import { findConcepts } from '../index/find-concepts.ts'
import { lookupsOf, rarityOf, type Concept } from '../index/expand-query.ts'
import { loadFunctionWords, readGrammar } from '../index/function-words.ts'
import { scoreEntries } from '../index/score-entries.ts'
import { createWordList, type WordList } from './word-list.ts'
import type { WrittenAnswer } from './written-answer.ts'

/** Words that say little alone count as in a search of pages. */
const FUNCTION_SHARE = 0.25
/**
 * Likeness from which a question is like an example: both have most of what the other asks. With one word of
 * three alike it is about 0.3, with two of three about 0.65.
 */
export const LIKE_FROM = 0.6
/** A word of the question that stands for a word of an example must be this near to it. */
const NEAR_FROM = 0.6

export interface FoundWritten {
  readonly answer: WrittenAnswer
  /** From 0 to 1. */
  readonly score: number
  /** True if the question is like one of the examples. */
  readonly isLike: boolean
}

/** Written answers of one version of a project, ready for searches. */
export interface WrittenIndex {
  /** Answers to a question: those to like examples first, then by their score. */
  search(query: string): Promise<readonly FoundWritten[]>
}

/** An example question. */
interface Example {
  readonly answer: number
  /** By different word: its weight. */
  readonly weights: ReadonlyMap<string, number>
  readonly weight: number
}

interface Prepared {
  readonly words: WordList
  readonly total: number
  readonly entries: readonly EntryRow[]
  readonly examples: readonly Example[]
  /** Places of examples, by a word of theirs. */
  readonly byWord: ReadonlyMap<string, readonly number[]>
}

/** Folds and cuts words as the index of pages does. The index is made by the first search, in short steps. */
export function createWrittenIndex(answers: readonly WrittenAnswer[]): WrittenIndex {
  let prepared: Promise<Prepared> | undefined
  return {
    async search(query) {
      const text = query.slice(0, QUERY_MAX_CHARACTERS)
      const asked = [...new Set(listWords(text))].slice(0, QUERY_WORDS_MAX)
      if (asked.length === 0 || answers.length === 0) return []
      const index = await (prepared ??= prepare(answers))
      const concepts = await readQuestion(index, asked)
      const likeness = measureLikeness(index, concepts)
      const scored = await inTurns(scoreEntries(index.entries, concepts, index.total))
      return scored
        .flatMap(({ pieceId, score, isAboveFloor }): FoundWritten[] => {
          const like = likeness.get(pieceId) ?? 0
          const isLike = like >= LIKE_FROM
          if (!isLike && !isAboveFloor) return []
          return [
            { answer: answers[pieceId]!, score: isLike ? Math.max(like, score) : score, isLike },
          ]
        })
        .toSorted(
          (one, other) => Number(other.isLike) - Number(one.isLike) || other.score - one.score,
        )
    },
  }
}

async function prepare(answers: readonly WrittenAnswer[]): Promise<Prepared> {
  const lists = await loadFunctionWords()
  const entries = await inTurns(
    eachInStep(answers, ({ name, questions, text }, index) => ({
      pieceId: index,
      documentId: String(index),
      words: writeEntry({ title: name, headings: questions.join('\n'), text }),
    })),
  )
  const counts = new Map<string, number>()
  for (const { words } of entries) {
    for (const word of new Set(words.split(/[ \n]/u))) {
      if (word !== '') counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const total = entries.length
  const questions = answers.flatMap((each, answer) =>
    each.questions.map((question) => ({ answer, question })),
  )
  const examples = await inTurns(
    eachInStep(questions, ({ answer, question }): Example => {
      const words = [...new Set(listWords(question))].slice(0, QUERY_WORDS_MAX)
      const { functionWords } = readGrammar(words, lists)
      const weights = new Map(
        words.map((word) => {
          const share = functionWords.has(word) ? FUNCTION_SHARE : 1
          return [word, share * rarityOf(counts.get(word) ?? 1, total)]
        }),
      )
      return { answer, weights, weight: sum(weights.values()) }
    }),
  )
  const byWord = new Map<string, number[]>()
  for (const [place, { weights }] of examples.entries()) {
    for (const word of weights.keys()) {
      const places = byWord.get(word)
      if (places) places.push(place)
      else byWord.set(word, [place])
    }
  }
  return { words: createWordList(counts), total, entries, examples, byWord }
}

async function readQuestion({ words, total }: Prepared, asked: readonly string[]) {
  const [known, lists] = await Promise.all([
    words.find(asked, asked.flatMap(lookupsOf)),
    loadFunctionWords(),
  ])
  const { functionWords } = readGrammar(asked, lists)
  return findConcepts(words.find, { words: asked, known, facts: { total, functionWords } })
}

/** By place of the answer: the likeness of the question to the nearest example, from 0 to 1. */
function measureLikeness(
  { examples, byWord }: Prepared,
  concepts: readonly Concept[],
): ReadonlyMap<number, number> {
  const places = new Set(
    concepts.flatMap(({ alternatives }) =>
      [...alternatives.keys()].flatMap((word) => byWord.get(word) ?? []),
    ),
  )
  const asked = sum(concepts.map(({ weight }) => weight))
  const best = new Map<number, number>()
  for (const place of places) {
    const { answer, weights, weight } = examples[place]!
    let ofQuestion = 0
    const met = new Map<string, number>()
    for (const concept of concepts) {
      let nearest = 0
      for (const [word, near] of concept.alternatives) {
        if (near < NEAR_FROM || !weights.has(word)) continue
        nearest = Math.max(nearest, near)
        met.set(word, Math.max(met.get(word) ?? 0, near))
      }
      ofQuestion += concept.weight * nearest
    }
    const ofExample = sum([...met].map(([word, near]) => (weights.get(word) ?? 0) * near))
    const like = harmonic(
      asked === 0 ? 0 : ofQuestion / asked,
      weight === 0 ? 0 : ofExample / weight,
    )
    if (like > (best.get(answer) ?? 0)) best.set(answer, like)
  }
  return best
}

const harmonic = (one: number, other: number): number =>
  one + other === 0 ? 0 : (2 * one * other) / (one + other)

const sum = (numbers: Iterable<number>): number => {
  let total = 0
  for (const number of numbers) total += number
  return total
}
