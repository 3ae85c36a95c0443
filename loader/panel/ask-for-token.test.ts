import { afterEach, expect, test, vi } from 'vitest'
import type { GetToken } from '../../shared/bridge/contract.ts'
import { askForToken } from './frame-handlers.ts'

const QUESTION = { reason: 'rejected', previous: 'old' }

afterEach(() => vi.useRealTimers())

const ask = (
  getToken: GetToken | undefined,
  question: unknown = QUESTION,
  controller = new AbortController(),
) => askForToken(getToken, question, controller)

test.each([['a token'], [null]])('passes %j on', async (token) => {
  await expect(ask(() => token)).resolves.toBe(token)
  await expect(ask(() => Promise.resolve(token))).resolves.toBe(token)
})

test('the host page learns the reason, the previous token and a signal, and nothing else', async () => {
  const getToken = vi.fn<GetToken>(() => 'token')

  await ask(getToken, { ...QUESTION, extra: 'field' })

  expect(getToken).toHaveBeenCalledExactlyOnceWith({ ...QUESTION, signal: expect.any(AbortSignal) })
})

test.each<[string, () => unknown, string]>([
  [
    'throws',
    () => {
      throw new Error('session=SECRET')
    },
    'auth_failed',
  ],
  ['rejects', () => Promise.reject(new Error('session=SECRET')), 'auth_failed'],
  ['gives nothing', () => undefined, 'token_malformed'],
  ['gives an empty text', () => '', 'token_malformed'],
  ['gives an object', () => ({ token: 'x' }), 'token_malformed'],
  ['gives a number', () => Promise.resolve(1), 'token_malformed'],
])('getToken that %s is a coded error without its words', async (_, getToken, code) => {
  const error = await ask(getToken as GetToken).catch((caught: unknown) => caught)

  expect(error).toMatchObject({ code })
  expect((error as Error).message).not.toContain('SECRET')
})

test('without identify there is no token', async () => {
  await expect(ask(undefined)).rejects.toMatchObject({ code: 'token_missing' })
})

test('a question that is none never reaches the host page', async () => {
  const getToken = vi.fn<GetToken>(() => 'token')

  await expect(ask(getToken, { reason: 'because', previous: null })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(getToken).not.toHaveBeenCalled()
})

test('a frame that gives up aborts the host page’s work', async () => {
  const controller = new AbortController()
  let signal: AbortSignal | undefined
  const asked = ask(
    (question) => {
      signal = question.signal
      return new Promise(() => {})
    },
    QUESTION,
    controller,
  )
  await vi.waitFor(() => expect(signal).toBeDefined())

  controller.abort()

  await expect(asked).rejects.toMatchObject({ code: 'call_timeout' })
  expect(signal?.aborted).toBe(true)
})
