import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AllowVisitor, VisitorQuestion } from '../projects/visitor-rules-schema.ts'
import {
  ALLOW_OPEN_MAX,
  ALLOW_SENTENCE_MAX,
  ALLOW_TIMEOUT_MS,
  createVisitorCheck,
} from './visitor-check.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const QUESTION = { address: '203.0.113.7', userAgent: 'Browser', given: 'token' }
const projectOf = (allow?: unknown, id = 'shop') => ({
  id,
  visitors: { proofOfWork: 'off' as const, allow: allow as AllowVisitor | undefined },
})
const ask = (allow?: unknown) => createVisitorCheck()(projectOf(allow), QUESTION)

test('without a function everybody is let in', async () => {
  await expect(ask()).resolves.toBeUndefined()
})

test('the function gets what is known, and says yes', async () => {
  const asked: VisitorQuestion[] = []
  await ask((question: VisitorQuestion) => asked.push(question) === 1)

  expect(asked).toEqual([{ ...QUESTION, projectId: 'shop', signal: expect.any(AbortSignal) }])
})

test('false refuses, and a text says why', async () => {
  const no = await ask(() => false).catch((error: unknown) => error)
  expect(no).toMatchObject({ code: 'visitor_refused' })
  expect(no).not.toHaveProperty('data')
  await expect(ask(() => Promise.resolve(' Please solve the captcha. '))).rejects.toMatchObject({
    code: 'visitor_refused',
    message: 'Please solve the captcha.',
    data: { sentence: 'Please solve the captcha.' },
  })
})

test('a long text is cut', async () => {
  const of = async (length: number) =>
    ((await ask(() => 'a'.repeat(length)).catch((error: Error) => error)) as Error).message.length

  expect(await of(ALLOW_SENTENCE_MAX)).toBe(ALLOW_SENTENCE_MAX)
  expect(await of(ALLOW_SENTENCE_MAX + 1)).toBe(ALLOW_SENTENCE_MAX)
})

test.each([
  ['throws', () => Promise.reject(new Error('down'))],
  [
    'throws at once',
    () => {
      throw new Error('down')
    },
  ],
  ['says nothing', () => undefined],
  ['says an empty text', () => ' '],
  ['says a number', () => 1],
])('a function that %s refuses for the moment', async (_, allow) => {
  await expect(ask(allow)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a function that takes too long refuses for the moment, and is told', async () => {
  let signal: AbortSignal | undefined
  let state = 'open'
  const asking = ask((question: VisitorQuestion) => {
    signal = question.signal
    return new Promise(() => {})
  })
  asking.then(
    () => (state = 'yes'),
    (error: { code: string }) => (state = error.code),
  )

  await vi.advanceTimersByTimeAsync(ALLOW_TIMEOUT_MS - 1)
  expect([state, signal?.aborted]).toEqual(['open', false])
  await vi.advanceTimersByTimeAsync(1)
  expect([state, signal?.aborted]).toEqual(['unavailable', true])
})

test('so many questions of a project are open at once, and no more', async () => {
  const check = createVisitorCheck()
  const answers: ((isIn: boolean) => void)[] = []
  const slow = projectOf(() => new Promise<boolean>((resolve) => answers.push(resolve)))
  const open = Array.from({ length: ALLOW_OPEN_MAX }, () => check(slow, QUESTION))

  await expect(check(slow, QUESTION)).rejects.toMatchObject({ code: 'unavailable' })
  await check(
    projectOf(() => true, 'books'),
    QUESTION,
  )
  await vi.advanceTimersByTimeAsync(0)
  answers[0]!(true)
  await open[0]
  const next = check(slow, QUESTION)
  await vi.advanceTimersByTimeAsync(0)
  for (const answer of answers) answer(true)
  await Promise.all([...open, next])
})
