import { expect, test } from 'vitest'
import type { Steps } from '../../steps/in-turns.ts'
import { readQuestionWords } from '../facts/question-words.ts'
import { createSeedPlan } from '../seed/seed-plan.ts'
import { SEED_UNANSWERED } from '../seed/seed-texts.ts'
import { findGroups, GROUPED_MAX, groupQuestions } from './group-questions.ts'

function run<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

const toQuestions = (texts: readonly string[]) =>
  Promise.all(
    texts.map(async (text, index) => {
      const { words } = await readQuestionWords(text)
      return { id: `q${index}`, text, words: words.join(' ') }
    }),
  )

test('three phrasings of four questions make four groups', async () => {
  const groups = run(groupQuestions(await toQuestions(SEED_UNANSWERED)))

  expect(groups.map(({ questions }) => questions.length)).toEqual([3, 3, 3, 3])
  expect(groups.flatMap(({ words }) => words)).toEqual(
    expect.arrayContaining(['iceland', 'gift', 'repair', 'discount']),
  )
})

test('a question’s language is told by its letters and its small words', async () => {
  const texts = [
    'Where is my order?',
    'Wo ist meine Bestellung?',
    'Où est ma commande ?',
    'أين طلبي؟',
    '注文はどこですか',
  ]
  const found = await Promise.all(texts.map(readQuestionWords))
  expect(found.map(({ language }) => language)).toEqual(['en', 'de', 'fr', 'ar', 'ja'])
})

test('the questions of a seed are grouped the same way each time, and soon', async () => {
  const plan = createSeedPlan({ conversations: 4_000, seed: 1, endsAt: Date.UTC(2027, 0, 15) })
  const texts = [...plan].flatMap(({ answers }) => answers.map(({ question }) => question))
  const questions = (await toQuestions(texts)).slice(0, GROUPED_MAX)
  expect(questions).toHaveLength(GROUPED_MAX)

  run(groupQuestions(questions))
  const before = process.cpuUsage()
  const groups = run(groupQuestions(questions))
  const cpuMs = process.cpuUsage(before).user / 1_000

  console.log(
    `figure: ${GROUPED_MAX} questions in ${groups.length} groups, ${Math.round(cpuMs)} ms of processor`,
  )
  expect(groups.reduce((sum, group) => sum + group.questions.length, 0)).toBe(GROUPED_MAX)
  expect(groups.length).toBeLessThan(80)
  expect(run(groupQuestions(questions))).toEqual(groups)
  expect(run(groupQuestions(questions, 12))).toEqual(groups.slice(0, 12))
})

test('of groups as large as the last one, the same are described as among all', () => {
  const texts = ['boots', 'anvils', 'crates', 'anvils', 'dishes', 'boots', 'crates', 'dishes', 'x']
  const questions = texts.map((text, index) => question(`q${index}`, text))
  const all = run(groupQuestions(questions))

  expect(all.map(({ example }) => example)).toEqual(['anvils', 'boots', 'crates', 'dishes', 'x'])
  for (let most = 1; most <= all.length + 1; most++) {
    expect(run(groupQuestions(questions, most))).toEqual(all.slice(0, most))
  }
})

test('each question is found with the others of its group', () => {
  const questions = ['boots', 'anvils', 'boots'].map((text, n) => question(`q${n}`, text))

  const groups = run(findGroups(questions))

  const idsOf = (id: string) => groups.get(id)?.map((each) => each.id)
  expect(['q0', 'q1', 'q2'].map(idsOf)).toEqual([['q0', 'q2'], ['q1'], ['q0', 'q2']])
})

const question = (id: string, text: string, words = text) => ({ id, text, words })

test('questions without words are alike if their texts are, and none make no group', () => {
  expect(run(groupQuestions([]))).toEqual([])
  const groups = run(
    groupQuestions([question('a', '?!', ''), question('b', 'so?', ''), question('c', '?!', '')]),
  )
  expect(groups).toMatchObject([
    { example: '?!', words: [], questions: [{ id: 'a' }, { id: 'c' }] },
    { example: 'so?', words: [], questions: [{ id: 'b' }] },
  ])
})

test('the largest group comes first, and its example is its most usual question', () => {
  const groups = run(
    groupQuestions([
      question('a', 'ship norway'),
      question('b', 'return shoes worn'),
      question('c', 'return shoes'),
      question('d', 'return shoes'),
      question('e', 'gift card'),
    ]),
  )
  expect(groups.map(({ example, questions }) => [example, questions.length])).toEqual([
    ['return shoes', 3],
    ['gift card', 1],
    ['ship norway', 1],
  ])
  expect(groups[0]?.questions.map(({ id }) => id)).toEqual(['b', 'c', 'd'])
})

test('a common word alone makes no group', () => {
  const names = ['lamp', 'chair', 'table', 'sofa', 'shelf', 'carpet']
  const questions = names.flatMap((name) => [1, 2].map((n) => question(name + n, `price ${name}`)))
  expect(run(groupQuestions(questions))).toHaveLength(names.length)
})

test('a group keeps its id as long as it has the same questions', () => {
  const questions = [question('a', 'gift card'), question('b', 'gift card')]
  const idOf = (given: typeof questions) => run(groupQuestions(given))[0]?.id
  expect(idOf(questions.toReversed())).toBe(idOf(questions))
  expect(idOf([...questions, question('c', 'gift card')])).not.toBe(idOf(questions))
})
