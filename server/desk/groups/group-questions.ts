import { createHash } from 'node:crypto'
import type { Steps } from '../../steps/in-turns.ts'

/** Questions that are grouped at most; of more, the caller gives the newest. */
export const GROUPED_MAX = 5_000
/** Share of a question's weight that its group's first question must have as well. */
const LIKENESS_MIN = 0.5
/** Words of a question by which groups are looked for: its most telling ones. */
const LOOKED_UP_WORDS = 4
/** Groups that are compared with a question. */
const COMPARED_MAX = 50
const TELLING_WORDS = 5
/** Questions in one step. */
const PER_STEP = 10

/** A question, as `asked_questions` has it. */
export interface GroupedQuestion {
  readonly id: string
  readonly text: string
  /** Folded content words, separated by spaces. */
  readonly words: string
}

export interface QuestionGroup<Question extends GroupedQuestion> {
  /** Stable while the group has the same questions. */
  readonly id: string
  /** The question that was asked most often in these words; of several, the first one given. */
  readonly example: string
  /** Words of at least half of the questions, the most telling first. */
  readonly words: readonly string[]
  /** In the order in which they were given. */
  readonly questions: readonly Question[]
}

interface Draft<Question> {
  readonly words: ReadonlySet<string>
  /** Weight of its words. */
  readonly weight: number
  readonly questions: Question[]
}

/** Questions with the same words. */
interface Alike<Question> {
  readonly key: string
  readonly words: ReadonlySet<string>
  readonly questions: Question[]
}

/**
 * Groups questions that share their telling words, the largest groups first. Equal input gives equal groups.
 *
 * @param most groups that are described: it takes longer than finding them.
 */
export function* groupQuestions<Question extends GroupedQuestion>(
  given: readonly Question[],
  most = Infinity,
): Steps<readonly QuestionGroup<Question>[]> {
  const { drafts, weightOf } = yield* draftGroups(given)
  const bySize = drafts.toSorted((one, other) => other.questions.length - one.questions.length)
  // Of groups as large as the last one, the order tells which are shown.
  const least = bySize[most - 1]?.questions.length ?? 0
  const places = new Map(given.map((question, place) => [question, place]))
  const groups: QuestionGroup<Question>[] = []
  for (const draft of bySize) {
    if (draft.questions.length < least) break
    if (groups.length % PER_STEP === 0) yield
    groups.push(toGroup(draft, places, weightOf))
  }
  yield
  return groups
    .toSorted(
      (one, other) =>
        other.questions.length - one.questions.length || (one.example < other.example ? -1 : 1),
    )
    .slice(0, most)
}

/** The questions of each group, by the ids of all of them. */
export function* findGroups<Question extends GroupedQuestion>(
  given: readonly Question[],
): Steps<ReadonlyMap<string, readonly Question[]>> {
  const { drafts } = yield* draftGroups(given)
  const groups = new Map<string, readonly Question[]>()
  for (const [index, { questions }] of drafts.entries()) {
    if (index % PER_STEP === 0) yield
    for (const { id } of questions) groups.set(id, questions)
  }
  return groups
}

function* draftGroups<Question extends GroupedQuestion>(
  given: readonly Question[],
): Steps<{ readonly drafts: readonly Draft<Question>[]; readonly weightOf: WeightOf }> {
  const questions = given.slice(0, GROUPED_MAX)
  const alike = yield* joinAlike(questions)
  const weightOf = yield* weighWords(alike, questions.length)
  // Longer questions first: a short one joins what it is a part of.
  const ordered = alike.toSorted(
    (one, other) =>
      other.questions.length - one.questions.length ||
      other.key.length - one.key.length ||
      (one.key < other.key ? -1 : 1),
  )
  const drafts: Draft<Question>[] = []
  const byWord = new Map<string, Draft<Question>[]>()
  for (const [index, { words, questions: same }] of ordered.entries()) {
    if (index % PER_STEP === 0) yield
    const weight = sumOf(words, weightOf)
    const draft = findLike({ words, weight }, byWord, weightOf)
    if (draft) {
      draft.questions.push(...same)
      continue
    }
    const made = { words, weight, questions: [...same] }
    drafts.push(made)
    for (const word of words) {
      const known = byWord.get(word)
      if (known === undefined) byWord.set(word, [made])
      else if (known.length < COMPARED_MAX) known.push(made)
    }
  }
  return { drafts, weightOf }
}

/** Questions without words are alike if their texts are. */
function* joinAlike<Question extends GroupedQuestion>(
  questions: readonly Question[],
): Steps<readonly Alike<Question>[]> {
  const alike = new Map<string, Alike<Question>>()
  for (const [index, question] of questions.entries()) {
    if (index % PER_STEP === 0) yield
    const words = wordsOf(question.words)
    const key = words.toSorted().join(' ') || question.text
    const known = alike.get(key)
    if (known) known.questions.push(question)
    else alike.set(key, { key, words: new Set(words), questions: [question] })
  }
  return [...alike.values()]
}

const PLURAL = /^[a-z]{3,}s$/

/** The words of a column; an English or French plural counts as its singular. */
const wordsOf = (column: string): readonly string[] =>
  column === ''
    ? []
    : column.split(' ').map((word) => (PLURAL.test(word) ? word.slice(0, -1) : word))

type WeightOf = (word: string) => number

/** A word of few questions tells more than one of many. */
function* weighWords<Question>(alike: readonly Alike<Question>[], total: number): Steps<WeightOf> {
  const counts = new Map<string, number>()
  for (const [index, { words, questions }] of alike.entries()) {
    if (index % PER_STEP === 0) yield
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + questions.length)
  }
  yield
  const weights = new Map<string, number>()
  for (const [word, count] of counts) {
    // A word that no other question has is like none.
    if (count > 1) weights.set(word, Math.log(1 + total / count))
  }
  yield
  return (word) => weights.get(word) ?? 0
}

const sumOf = (words: Iterable<string>, weightOf: WeightOf): number => {
  let sum = 0
  for (const word of words) sum += weightOf(word)
  return sum
}

const mostTelling = (words: Iterable<string>, weightOf: WeightOf): readonly string[] =>
  [...words].toSorted((one, other) => weightOf(other) - weightOf(one) || (one < other ? -1 : 1))

/** The group that is most like a question. */
function findLike<Question>(
  { words, weight }: Pick<Draft<Question>, 'words' | 'weight'>,
  byWord: ReadonlyMap<string, readonly Draft<Question>[]>,
  weightOf: WeightOf,
): Draft<Question> | undefined {
  const known = mostTelling(words, weightOf).filter((word) => byWord.has(word))
  const candidates = new Set(known.slice(0, LOOKED_UP_WORDS).flatMap((word) => byWord.get(word)!))
  let best: Draft<Question> | undefined
  let most = LIKENESS_MIN
  for (const draft of [...candidates].slice(0, COMPARED_MAX)) {
    const shared = sumOf(words.intersection(draft.words), weightOf)
    const likeness = shared / Math.max(1e-9, Math.min(weight, draft.weight))
    if (likeness < most || (best && likeness === most)) continue
    best = draft
    most = likeness
  }
  return best
}

function toGroup<Question extends GroupedQuestion>(
  { questions }: Draft<Question>,
  places: ReadonlyMap<Question, number>,
  weightOf: WeightOf,
): QuestionGroup<Question> {
  const inOrder = questions.toSorted((one, other) => places.get(one)! - places.get(other)!)
  const texts = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const { text, words } of inOrder) {
    texts.set(text, (texts.get(text) ?? 0) + 1)
    for (const word of new Set(wordsOf(words))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const [example = ''] = [...texts].toSorted(([, one], [, other]) => other - one)[0] ?? []
  const shared = [...counts].flatMap(([word, count]) => (2 * count >= inOrder.length ? word : []))
  const ids = inOrder.map(({ id }) => id).toSorted()
  return {
    id: createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 16),
    example,
    words: mostTelling(shared, weightOf).slice(0, TELLING_WORDS),
    questions: inOrder,
  }
}
