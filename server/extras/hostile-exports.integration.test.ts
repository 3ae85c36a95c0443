import { deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { REPORT_ATTRIBUTES_MAX_BYTES } from '../../shared/wire/runs.ts'
import { createCaller, type Caller } from '../testing/create-caller.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'
import { encodeOtlp } from '../testing/encode-otlp.ts'
import { HOSTILE_TEXTS } from '../testing/hostile-texts.ts'
import { TRACES_MAX_BYTES } from './trace-routes.ts'

const MIB = 1_048_576
const PROTOBUF = 'application/x-protobuf'
const BEYOND = ['9'.repeat(20), `-${'9'.repeat(20)}`, 1e308, -1e308, '0', -0, 1.5]

const spanOf = (attributes: Readonly<Record<string, string | number>>, name = 'ai.streamText') => ({
  traceId: randomTrace(),
  name,
  startMs: 1,
  endMs: 2,
  hasFailed: false,
  attributes,
})
/** A span as JSON, with some fields replaced. */
const jsonOf = (thread: string, fields: object) => {
  const attributes = [{ key: 'gen_ai.conversation.id', value: { stringValue: thread } }]
  const span = { traceId: randomTrace(), name: 'ai.streamText', attributes, ...fields }
  return { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }
}

for (const engine of ENGINES) {
  describe(
    `exports that mean no good, on ${engine}`,
    { tags: engine === 'postgres' ? ['nightly'] : [] },
    () => {
      let place: StorePlace
      let world: TestApp
      let call: Caller
      let thread: string
      beforeAll(async () => {
        place = await createMigratedPlace(engine, inject('postgresUrl'))
        world = await createTestApp({ place })
        const { key } = await world.apiKeys.create({
          projectId: 'default',
          name: 'k',
          scope: 'server',
        })
        call = createCaller(world, `Bearer ${key}`)
      })
      afterAll(async () => {
        await world?.close()
        await place.remove()
      })
      beforeEach(async () => {
        const time = '2026-11-21T04:00:00.000Z'
        thread = (await call('POST /threads', { last_message_at: time })).json.thread_id
      })

      const send = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
        call('POST /traces', body, { headers })
      const sendProtobuf = (body: Uint8Array) => send(body, { 'Content-Type': PROTOBUF })
      const reports = () => world.store.reports.listRuns('default', { threadId: thread, limit: 10 })

      test('texts of every kind are kept or left out, wherever a span has one', async () => {
        for (const text of HOSTILE_TEXTS) {
          const attributes = { 'gen_ai.conversation.id': thread, 'gen_ai.response.model': text }
          const more = { ...attributes, [text]: text, 'gen_ai.system': text }
          const spans = () => [spanOf(more, text)]

          const answers = [
            await send(encodeOtlp.json(spans())),
            await sendProtobuf(encodeOtlp.protobuf(spans())),
            await send(encodeOtlp.json([spanOf({ 'gen_ai.conversation.id': text })])),
          ]

          expect([text, answers.map(({ status }) => status)]).toEqual([text, [200, 200, 200]])
        }
        expect((await reports()).length).toBeGreaterThan(1)
      })

      test('a name of a span is kept as far as a report reaches', async () => {
        const attributes = { 'gen_ai.conversation.id': thread, 'gen_ai.usage.input_tokens': 7 }
        const long = 'ai.'.padEnd(MIB, 'x')

        expect((await send(encodeOtlp.json([spanOf(attributes, long)]))).status).toBe(200)

        const [report] = await reports()
        expect(report?.inputTokens).toBe(7)
        expect(Buffer.byteLength(JSON.stringify(report?.attributes))).toBeLessThanOrEqual(
          REPORT_ATTRIBUTES_MAX_BYTES,
        )
      })

      test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
        'a thread, a trace and an attribute by the name of %s are nobody’s',
        async (name) => {
          const text = JSON.stringify(jsonOf(name, { [`${name}!`]: 1 })).replace(`${name}!`, name)
          const keys = [{ key: name, value: { stringValue: name } }]

          expect((await send(text)).json).toMatchObject({ partialSuccess: { rejectedSpans: 1 } })
          expect((await send(jsonOf(thread, { traceId: name }))).status).toBe(400)
          expect((await send(jsonOf(thread, { attributes: keys }))).status).toBe(200)
          expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
        },
      )

      test.each(BEYOND)('%s is a time, and no failure', async (time) => {
        const fields = { startTimeUnixNano: 0, endTimeUnixNano: time }

        expect((await send(jsonOf(thread, fields))).status).toBe(200)
        expect((await reports())[0]?.durationMs).toBeGreaterThanOrEqual(0)
      })

      test.each(['NaN', 'Infinity', '1e3', '', ' 1', '0x10', null, true, [], {}])(
        '%j is no time',
        async (time) => {
          expect(await send(jsonOf(thread, { endTimeUnixNano: time }))).toMatchObject({
            status: 400,
            json: { error: 'invalid_request', message: expect.stringContaining('endTimeUnixNano') },
          })
        },
      )

      test.each([
        ['', 400],
        ['null', 400],
        ['[]', 400],
        ['{"resourceSpans":{}}', 400],
        ['{"resourceSpans":[null]}', 400],
        ['{"resourceSpans":[{"scopeSpans":[{"spans":[[]]}]}]}', 400],
        [`{"resourceSpans":${'['.repeat(200)}${']'.repeat(200)}}`, 400],
        [`{"resourceSpans":${'['.repeat(MIB)}`, 400],
        ['{"resourceSpans":[]', 400],
        ['{"resourceSpans":[]}', 200],
      ])('JSON that begins with %.40s is read or refused in words', async (body, status) => {
        const answer = await send(body)

        expect(answer.status).toBe(status)
        expect(typeof answer.json).toBe('object')
      })

      test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/grpc', ''])(
        'the type %j is not taken',
        async (type) => {
          expect((await send('{}', { 'Content-Type': type })).status).toBe(415)
        },
      )

      test('bytes of any kind are read or refused in words, as protobuf and as JSON', async () => {
        const good = encodeOtlp.protobuf([spanOf({ 'gen_ai.conversation.id': thread })])
        const mutated = fc
          .tuple(fc.nat(good.length - 1), fc.nat(255))
          .map(([at, value]) => good.map((byte, index) => (index === at ? value : byte)))
        await fc.assert(
          fc.asyncProperty(fc.oneof(fc.uint8Array({ maxLength: 200 }), mutated), async (bytes) => {
            for (const type of [PROTOBUF, 'application/json']) {
              const { status, json } = await send(bytes, { 'Content-Type': type })
              expect([200, 400, 413]).toContain(status)
              expect(typeof json).toBe('object')
            }
          }),
          { numRuns: 150 },
        )
      })

      test.each([
        ['gzip', gzipSync(Buffer.alloc(TRACES_MAX_BYTES + 1)), 413],
        ['deflate', deflateSync(Buffer.alloc(200 * MIB)), 413],
        ['gzip', Buffer.concat([1, 2, 3].map(() => gzipSync(Buffer.alloc(2 * MIB)))), 413],
        ['gzip', gzipSync(gzipSync('{}')), 400],
        ['gzip', gzipSync('{}').subarray(0, 12), 400],
        ['gzip', Buffer.from('{}'), 400],
        ['deflate', gzipSync('{}'), 400],
        ['br', Buffer.from('{}'), 415],
        ['gzip', gzipSync('{}'), 200],
      ])('what is packed as %s', async (encoding, bytes, status) => {
        expect((await send(bytes, { 'Content-Encoding': encoding })).status).toBe(status)
      })
    },
  )
}

const randomTrace = (): string => crypto.randomUUID().replaceAll('-', '')
