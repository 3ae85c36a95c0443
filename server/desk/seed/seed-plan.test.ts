import { expect, test } from 'vitest'
import { createSeedPlan } from './seed-plan.ts'
import { SEED_COMMENTS, SEED_LANGUAGES, SEED_TOPICS } from './seed-texts.ts'

const endsAt = Date.parse('2026-11-29T12:00:00.000Z')
const plan = (seed: number, conversations = 2_000) => [
  ...createSeedPlan({ conversations, seed, endsAt }),
]

test('equal numbers give equal conversations, and others do not', () => {
  expect(plan(1)).toEqual(plan(1))
  expect(plan(2)).not.toEqual(plan(1))
})

test.each([1, 2])('seed %i has 30 bad ratings and 12 unanswered questions of 4 kinds', (seed) => {
  const answers = plan(seed).flatMap((conversation) => conversation.answers)
  const unanswered = answers.filter(({ search }) => search && search.found === undefined)
  expect(unanswered).toHaveLength(12)
  expect(new Set(unanswered.map(({ question }) => question)).size).toBe(12)
  expect(answers.filter(({ rating }) => rating === 'bad')).toHaveLength(30)
  const asked = new Set(answers.map(({ question }) => question))
  for (const language of SEED_LANGUAGES) {
    const questions = SEED_TOPICS[language].flatMap((topic) => topic.questions)
    expect(questions.filter((question) => asked.has(question))).toEqual(questions)
  }
})

test('the reason of a bad rating is in the language and on the subject of its question', () => {
  const bad = plan(1)
    .flatMap(({ answers }) => answers)
    .filter(({ rating }) => rating === 'bad')
  const expected = bad.map(({ question }) => {
    const all = SEED_LANGUAGES.flatMap((language) =>
      SEED_TOPICS[language].map(({ questions }, index) => ({
        questions,
        comment: SEED_COMMENTS[language][index],
      })),
    )
    return all.find(({ questions }) => questions.includes(question))?.comment
  })
  expect(bad.map(({ comment }) => comment)).toEqual(expected)
  expect(expected).not.toContain(undefined)
})

test('most questions are English', () => {
  const answers = plan(1).flatMap((conversation) => conversation.answers)
  const countOf = (language: string) =>
    answers.filter(({ page }) => page.includes(`/${language}/`)).length
  const [english = 0, ...others] = SEED_LANGUAGES.map(countOf)
  expect(english).toBeGreaterThan(Math.max(...others))
})

test('all conversations are in the thirty days before the end, oldest first', () => {
  const starts = plan(1).map(({ startsAt }) => startsAt)
  expect(starts).toEqual(starts.toSorted((one, other) => one - other))
  expect(starts[0]).toBeGreaterThan(endsAt - 30 * 86_400_000)
  const ends = plan(1).flatMap(({ answers }) => answers.map(({ askedAt }) => askedAt))
  expect(Math.max(...ends)).toBeLessThan(endsAt)
  expect(plan(1, 1)).toHaveLength(1)
})
