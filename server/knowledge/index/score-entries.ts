import { eachInStep, type Steps } from '../../steps/in-turns.ts'
import { readEntry, type EntryRow } from '../../store/store.ts'
import { rarityOf, USUAL_PIECES, type Concept } from './expand-query.ts'

/** How much a word counts in a field, by the field's usual length in words. */
interface FieldRule {
  readonly weight: number
  readonly usualWords: number
  /** From 0 to 1: how much less a word counts in a longer field. */
  readonly lengthShare: number
}

/** Title, headings, text. */
const FIELD_RULES: readonly FieldRule[] = [
  { weight: 2, usualWords: 5, lengthShare: 0.3 },
  { weight: 2.7, usualWords: 6, lengthShare: 0.3 },
  { weight: 1, usualWords: 55, lengthShare: 0.5 },
]
/** Frequency at which a word counts half; more of it adds less and less. */
const HALF_FREQUENCY = 2
/** Share of an entry's score that the whole document gives: its title and other sections tell its subject. */
const DOCUMENT_SHARE = 0.3

/** Share of an entry's score that words give which are neighbours in the question and in the entry. */
const PAIRS_SHARE = 0.2

/**
 * Least evidence of a piece that is of use: the weights of the question's words that it has, divided by the square root
 * of all. So a long question needs a smaller share than a short one, most of whose words name its subject. Chosen on
 * both sets of questions: decision 114.
 */
const LEAST_EVIDENCE = 0.85
/** A piece that has as much of the question is of use with little evidence too: a common word can be all of it. */
const ENOUGH_OF_QUESTION = 0.7

export interface ScoredEntry extends EntryRow {
  /** From 0 to 1. */
  readonly score: number
  /** False if the piece has so little of the question that it is of no use. */
  readonly isAboveFloor: boolean
}

/**
 * Scores entries by how much of a question they have, by the weights of its words; the best first, the oldest
 * first among equals. The same sums on both engines. A step for each entry.
 *
 * @param total number of all pieces of the project.
 */
export function* scoreEntries(
  entries: readonly EntryRow[],
  concepts: readonly Concept[],
  total: number,
): Steps<readonly ScoredEntry[]> {
  const question = readQuestion(concepts)
  // A small project says each thing once and in few words, so less evidence is enough.
  const rarest = rarityOf(1, Math.min(total, USUAL_PIECES)) / rarityOf(1, USUAL_PIECES)
  const leastEvidence = LEAST_EVIDENCE * Math.sqrt(rarest)
  const matches = yield* eachInStep(entries, ({ words }) => matchEntry(words, question))
  const ofDocuments = new Map<string, Float64Array>()
  for (const [index, { documentId }] of entries.entries()) {
    const { values } = matches[index]!
    const best = ofDocuments.get(documentId)
    ofDocuments.set(
      documentId,
      best ? best.map((value, at) => Math.max(value, values[at]!)) : values,
    )
  }
  const scored = entries.map((entry, index) => {
    const { values, pairs } = matches[index]!
    const own = shareOf(values, question)
    const ofDocument = shareOf(ofDocuments.get(entry.documentId)!, question)
    const ofWords = (1 - DOCUMENT_SHARE) * own + DOCUMENT_SHARE * ofDocument
    const score = roundScore((1 - PAIRS_SHARE) * ofWords + PAIRS_SHARE * pairs)
    return { ...entry, score, isAboveFloor: isUseful(matches[index]!, question, leastEvidence) }
  })
  return scored.sort((one, other) => other.score - one.score || one.pieceId - other.pieceId)
}

function isUseful(
  { values, has }: EntryMatch,
  question: PreparedQuestion,
  leastEvidence: number,
): boolean {
  const evidence = roundScore(shareOf(values, question) * Math.sqrt(question.weight))
  return evidence >= leastEvidence || roundScore(shareOf(has, question)) >= ENOUGH_OF_QUESTION
}

const SCORE_DIGITS = 1e6
/** Equal scores stay equal, in whatever order their parts were added. */
const roundScore = (score: number): number => Math.round(score * SCORE_DIGITS) / SCORE_DIGITS

/** A question, prepared for the comparison with many entries. */
interface PreparedQuestion {
  readonly concepts: readonly Concept[]
  /** Number of each word of the pages that stands for a word of the question. */
  readonly numbers: ReadonlyMap<string, number>
  /** By the number of a word: the concept to which it is nearest. */
  readonly conceptOf: readonly number[]
  readonly weight: number
  readonly pairWeight: number
}

function readQuestion(concepts: readonly Concept[]): PreparedQuestion {
  const numbers = new Map<string, number>()
  const conceptOf: number[] = []
  for (const [index, { alternatives }] of concepts.entries()) {
    for (const [word, near] of alternatives) {
      const number = numbers.get(word) ?? numbers.size
      numbers.set(word, number)
      const known = concepts[conceptOf[number] ?? -1]?.alternatives.get(word) ?? 0
      if (near > known) conceptOf[number] = index
    }
  }
  const weight = concepts.reduce((sum, concept) => sum + concept.weight, 0)
  const pairWeight = concepts.reduce((sum, _, index) => sum + weightOfPair(concepts, index), 0)
  return { concepts, numbers, conceptOf, weight, pairWeight }
}

/** Of a word with the word before it. */
const weightOfPair = (concepts: readonly Concept[], index: number): number =>
  index === 0 ? 0 : Math.min(concepts[index - 1]!.weight, concepts[index]!.weight)

const shareOf = (values: Float64Array, { concepts, weight }: PreparedQuestion): number =>
  // Of a question without a word that counts, whose pieces its meaning found.
  weight === 0
    ? 0
    : values.reduce((sum, value, index) => sum + value * concepts[index]!.weight, 0) / weight

interface EntryMatch {
  /** From 0 to 1 for each word of the question: how well the entry matches it. */
  readonly values: Float64Array
  /** The same, however often the entry has it and wherever. */
  readonly has: Float64Array
  /** Share of the question's neighbouring words that are neighbours in the entry. */
  readonly pairs: number
}

function matchEntry(words: string, question: PreparedQuestion): EntryMatch {
  const { concepts, numbers, conceptOf, pairWeight } = question
  const frequencies = new Float64Array(numbers.size)
  const hasPair = new Uint8Array(concepts.length)
  for (const [index, field] of readEntry(words).entries()) {
    const { weight, usualWords, lengthShare } = FIELD_RULES[index]!
    const once = weight / (1 - lengthShare + (lengthShare * field.length) / usualWords)
    let before = -1
    for (const word of field) {
      const number = numbers.get(word)
      if (number === undefined) {
        before = -1
        continue
      }
      frequencies[number]! += once
      const concept = conceptOf[number]!
      if (before >= 0 && concept === before + 1) hasPair[concept] = 1
      before = concept
    }
  }
  const values = new Float64Array(concepts.length)
  const has = new Float64Array(concepts.length)
  for (const [index, { alternatives }] of concepts.entries()) {
    for (const [word, near] of alternatives) {
      const frequency = frequencies[numbers.get(word)!]!
      if (frequency === 0) continue
      values[index] = Math.max(values[index]!, (near * frequency) / (frequency + HALF_FREQUENCY))
      has[index] = Math.max(has[index]!, near)
    }
  }
  let pairs = 0
  for (const [index, isPair] of hasPair.entries())
    if (isPair === 1) pairs += weightOfPair(concepts, index)
  return { values, has, pairs: pairWeight === 0 ? 0 : pairs / pairWeight }
}
