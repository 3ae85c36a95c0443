import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { AlcoveError, type ErrorCode } from '../../shared/errors.ts'
import { createBusyError } from '../limits/busy-error.ts'
import type { AppEnv } from './app-env.ts'
import { createErrorHandler, ERROR_STATUSES } from './handle-error.ts'
import { logRequests } from './request-log.ts'

async function fail(error: Error) {
  const logged: [object, string][] = []
  const note = (fields: object, text: string) => void logged.push([fields, text])
  const log = { debug: () => {}, info: () => {}, warn: note, error: note }
  const app = new Hono<AppEnv>()
    .onError(createErrorHandler(log))
    .use(logRequests(log, () => 0))
    .get('/', () => {
      throw error
    })
  const response = await app.request('/')
  return { response, body: (await response.json()) as Record<string, unknown>, logged }
}

const codes = Object.keys(ERROR_STATUSES) as ErrorCode[]

test.each(codes.filter((code) => ERROR_STATUSES[code] < 500))(
  '%s is told in its own words',
  async (code) => {
    const error = new AlcoveError(code, 'What happened.', { hint: 'Do this.', data: { limit: 1 } })

    const { response, body, logged } = await fail(error)

    expect(response.status).toBe(ERROR_STATUSES[code])
    expect(body).toEqual({
      error: code,
      message: 'What happened.',
      hint: 'Do this.',
      details: { limit: 1 },
    })
    expect(logged).toEqual([])
  },
)

test.each(codes.filter((code) => ERROR_STATUSES[code] >= 500))(
  '%s tells nothing from inside but a request id, which the log has too',
  async (code) => {
    const error = new AlcoveError(code, 'select * from secrets', { hint: 'inner', data: 'inner' })

    const { response, body, logged } = await fail(error)

    const requestId = response.headers.get('X-Request-Id')
    expect(response.status).toBe(ERROR_STATUSES[code])
    expect(body).toMatchObject({ error: code, details: { requestId } })
    expect(JSON.stringify(body)).not.toMatch(/select|inner|secrets|\.ts:/)
    expect(logged[0]?.[0]).toMatchObject({ requestId, text: 'select * from secrets' })
  },
)

test('a busy server says so in its own words, with when to come back, and logs it', async () => {
  const { response, body, logged } = await fail(createBusyError('Too many; try again.', 60))

  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '60'])
  expect(body).toEqual({
    error: 'unavailable',
    message: 'Too many; try again.',
    details: { retryAfter: 60 },
  })
  expect(logged[0]?.[0]).toMatchObject({ text: 'Too many; try again.' })
})

test('an unexpected error is a plain 500, and the log does not quote it', async () => {
  const error = new Error('duplicate key "a private message"', { cause: new Error("near 'x'") })

  const { response, body, logged } = await fail(error)

  expect(response.status).toBe(500)
  expect(body).toMatchObject({
    error: 'internal',
    message: expect.stringMatching(/^Something went wrong on the server\. Request id: /),
  })
  expect(JSON.stringify(logged)).not.toContain('private')
  expect(logged[0]?.[0]).toMatchObject({
    text: 'duplicate key "…"',
    stack: expect.arrayContaining([expect.stringContaining('handle-error.test.ts')]),
    cause: { text: 'near "…"' },
  })
})

test('data without JSON form is left out', async () => {
  const { body } = await fail(new AlcoveError('conflict', 'No.', { data: () => {} }))

  expect(body).toEqual({ error: 'conflict', message: 'No.' })
})

test.each([
  ['token_missing', {}, 'WWW-Authenticate', 'Bearer'],
  ['rate_limited', { data: { retryAfter: 11.2 } }, 'Retry-After', '12'],
  ['rate_limited', {}, 'Retry-After', '5'],
  ['unavailable', {}, 'Retry-After', '5'],
] as const)('%s carries the header that says what to do', async (code, details, name, value) => {
  const { response } = await fail(new AlcoveError(code, 'No.', details))

  expect(response.headers.get(name)).toBe(value)
})
