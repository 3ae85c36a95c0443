import { Hono } from 'hono'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import type { AppEnv } from './app-env.ts'
import { createErrorHandler } from './handle-error.ts'
import { JSON_VALUES_MAX } from './parse-input.ts'
import { BODY_TIMEOUT_MS, readJsonBody } from './read-body.ts'

const JSON_BODY_MAX_BYTES = 1_048_576
const NEEDED = { limitBytes: JSON_BODY_MAX_BYTES, isOptional: false }

afterEach(() => {
  vi.useRealTimers()
})

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const app = new Hono<AppEnv>()
  .onError(createErrorHandler(quiet))
  .post('/', async (c) => c.json(await readJsonBody(c, v.unknown(), NEEDED)))
  .post('/optional', async (c) =>
    c.json(await readJsonBody(c, v.unknown(), { ...NEEDED, isOptional: true })),
  )
  .post('/name', async (c) => c.json(await readJsonBody(c, v.object({ name: v.string() }), NEEDED)))

const post = (body: BodyInit | null, headers: Record<string, string> = {}, path = '/') =>
  app.request(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset="UTF-8"',
])('a body of type %s is read', async (type) => {
  expect((await post('{"a":1}', { 'Content-Type': type })).status).toBe(200)
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'text/json',
  'application/jsonp',
  'application/json, text/plain',
  'application/json; charset=utf-16',
])('a body of type %s is refused', async (type) => {
  expect((await post('{}', { 'Content-Type': type })).status).toBe(415)
  expect((await post('{}', { 'Content-Type': type }, '/optional')).status).toBe(415)
})

test.each(['gzip', 'br', 'deflate', 'gzip, identity'])('a %s body is refused', async (encoding) => {
  expect((await post('{}', { 'Content-Encoding': encoding })).status).toBe(415)
})

test('an empty body is fine where none is needed, whatever its type', async () => {
  expect(await (await post(null, { 'Content-Type': 'text/plain' }, '/optional')).json()).toEqual({})
  expect(await (await post('', {}, '/optional')).json()).toEqual({})
  expect((await post('')).status).toBe(400)
})

test('a body of 1 MiB is read and one byte more is not, announced or not', async () => {
  const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`
  const stream = (bytes: number) => new Blob([text(bytes)]).stream()

  expect((await post(text(JSON_BODY_MAX_BYTES))).status).toBe(200)
  expect((await post(stream(JSON_BODY_MAX_BYTES))).status).toBe(200)
  expect((await post(stream(JSON_BODY_MAX_BYTES + 1))).status).toBe(413)
  const refused = await post(text(JSON_BODY_MAX_BYTES + 1))
  expect(await refused.json()).toEqual({
    error: 'too_large',
    message: 'The body is larger than 1048576 bytes.',
    details: { limit: 1_048_576 },
  })
})

test('a length that lies is found out', async () => {
  const body = new Blob([`"${'x'.repeat(JSON_BODY_MAX_BYTES)}"`]).stream()

  expect((await post(body, { 'Content-Length': '2' })).status).toBe(413)
})

test('100 levels are read and 101 are not', async () => {
  expect((await post(nested(100))).status).toBe(200)
  expect((await post(nested(101))).status).toBe(400)
  expect((await post(`${'{"a":'.repeat(101)}1${'}'.repeat(101)}`)).status).toBe(400)
})

test('brackets inside of strings are no levels', async () => {
  expect((await post(JSON.stringify(`\\"${'['.repeat(500)}`))).status).toBe(200)
})

test.each([
  '{',
  '{"a":}',
  "{'a':1}",
  '[1,]',
  'NaN',
  'undefined',
  '1 2',
  '\u0000',
  '"\n"',
  nested(50).slice(0, 60),
])('%j is not JSON, and the answer does not repeat it', async (text) => {
  const response = await post(text)

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: 'invalid_request',
    message: 'The body is not JSON.',
  })
})

test.each([
  ['a cut character', [0x22, 0xc3, 0x22]],
  ['a surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ['an overlong form', [0x22, 0xc0, 0xaf, 0x22]],
])('%s is not UTF-8', async (_title, bytes) => {
  const response = await post(new Uint8Array(bytes))

  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ message: 'The body is not UTF-8.' })
})

test('a wrong field is named without the value that was received', async () => {
  const response = await post(JSON.stringify({ name: ['private'] }), {}, '/name')

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: 'invalid_request',
    message: 'name: expected a text.',
    details: [{ path: 'name', message: 'expected a text.' }],
  })
})

test('a body that does not arrive in 30 seconds is given up', async () => {
  vi.useFakeTimers()
  const drip = () =>
    new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('[')) })
  const isSettled = vi.fn<() => void>()
  const pending = post(drip())
  void Promise.resolve(pending).then(isSettled)

  await vi.advanceTimersByTimeAsync(BODY_TIMEOUT_MS - 1)
  expect(isSettled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)

  expect((await pending).status).toBe(408)
})

test('300,000 values are read and one more is not, whatever they are', async () => {
  const objects = (count: number) => `[${Array(count).fill('{}').join(',')}]`
  // The list itself, the objects, and the commas between them.
  expect((await post(objects(JSON_VALUES_MAX / 2))).status).toBe(200)
  const text = `[${objects(JSON_VALUES_MAX / 2)}]`
  expect(await (await post(text)).json()).toMatchObject({
    message: 'The body has more than 300000 values.',
  })
  expect((await post(`"${','.repeat(JSON_VALUES_MAX + 1)}"`)).status).toBe(200)
})

test('a body that breaks off is a bad request', async () => {
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from('{')),
    pull: (controller) => controller.error(new Error('aborted')),
  })
  const response = await post(body)

  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: 'invalid_request',
    message: 'The body broke off; send it again.',
  })
})
