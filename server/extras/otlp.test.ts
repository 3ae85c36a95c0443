import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startCpuTimer } from '../../shared/cpu-time.test-support.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { atOnce } from '../steps/steps.test-support.ts'
import { encodeOtlp, type TestSpan } from '../testing/encode-otlp.ts'
import { decodeOtlpJson as decodeJson } from './trace-routes.ts'
import {
  decodeOtlpProtobuf as decodeProtobuf,
  EXPORT_FIELDS_MAX,
  FIELDS_OF_STEP,
} from './otlp-protobuf.ts'
import { SPAN_ATTRIBUTES_MAX, SPANS_MAX } from './trace-reports.ts'

const decodeOtlpJson = (bytes: Uint8Array) => atOnce(decodeJson(bytes))
const decodeOtlpProtobuf = (bytes: Uint8Array) => atOnce(decodeProtobuf(bytes))

const SPAN: TestSpan = {
  traceId: '0123456789abcdef0123456789abcdef',
  name: 'ai.streamText',
  startMs: 1_795_237_200_000,
  endMs: 1_795_237_202_500,
  hasFailed: true,
  attributes: { text: 'naïve 🚀', whole: -42, part: 0.25, yes: true, no: false },
}
/** Fields in protobuf, as written below: those of a span without attributes. */
const FIELDS_OF_SPAN = 6
const OTHER: TestSpan = { ...SPAN, name: '', hasFailed: false, attributes: {} }

const asJson = (spans: readonly TestSpan[]) => Buffer.from(JSON.stringify(encodeOtlp.json(spans)))

test.each([
  ['JSON', (spans: readonly TestSpan[]) => decodeOtlpJson(asJson(spans))],
  ['protobuf', (spans: readonly TestSpan[]) => decodeOtlpProtobuf(encodeOtlp.protobuf(spans))],
])('spans of %s are read as they were written', (_name, roundTrip) => {
  expect(roundTrip([SPAN, OTHER])).toEqual([SPAN, OTHER])
  expect(roundTrip([])).toEqual([])
})

test('trace ids are compared in small letters, and numbers may be numbers', () => {
  const traceId = SPAN.traceId.toUpperCase()
  const span = { traceId, startTimeUnixNano: 1e6, endTimeUnixNano: 3e6 }
  const bytes = Buffer.from(
    JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }),
  )

  expect(decodeOtlpJson(bytes)).toMatchObject([{ traceId: SPAN.traceId, startMs: 1, endMs: 3 }])
})

test('fields that nobody reads are passed over, of every encoding', () => {
  const bytes = encodeOtlp.protobuf([SPAN])
  // Field 100 as a number, as eight bytes, as bytes and as four bytes.
  const others = [0xa0, 6, 1, 0xa1, 6, 1, 2, 3, 4, 5, 6, 7, 8, 0xa2, 6, 1, 0, 0xa5, 6, 1, 2, 3, 4]

  expect(decodeOtlpProtobuf(Buffer.concat([Buffer.from(others), bytes]))).toEqual([SPAN])
})

test.each([
  ['JSON', { resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'short' }] }] }] }],
  ['JSON', { resourceSpans: 'all of them' }],
  ['JSON', []],
])('%s that is no export request is a bad request: %j', (_name, body) => {
  expect(() => decodeOtlpJson(Buffer.from(JSON.stringify(body)))).toThrow(AlcoveError)
})

test('whatever the bytes, protobuf is read or refused in words, and memory is not for the asking', () => {
  const bytes = encodeOtlp.protobuf([SPAN, OTHER])
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc
      .record({ cut: fc.nat(bytes.length), at: fc.nat(bytes.length - 1), byte: fc.nat(255) })
      .map(({ cut, at, byte }) => {
        const copy = Uint8Array.from(bytes)
        copy[at] = byte
        return copy.subarray(0, cut)
      }),
  )
  const isFine = (input: Uint8Array) => {
    try {
      return decodeOtlpProtobuf(input).length < input.length
    } catch (error) {
      return error instanceof AlcoveError
    }
  }
  const property = fc.property(anyBytes, (input) => input.length === 0 || isFine(input))

  expect(fc.check(property, { numRuns: 2_000 }).counterexample).toBeNull()
})

const withAttributes = (count: number): TestSpan => ({
  ...SPAN,
  attributes: Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, true])),
})

test.each([
  ['JSON', (spans: readonly TestSpan[]) => decodeOtlpJson(asJson(spans))],
  ['protobuf', (spans: readonly TestSpan[]) => decodeOtlpProtobuf(encodeOtlp.protobuf(spans))],
])('%s has at most so many spans, and a span so many attributes', (_name, decode) => {
  const many = (count: number) => Array.from({ length: count }, () => OTHER)

  expect(decode(many(SPANS_MAX))).toHaveLength(SPANS_MAX)
  expect(() => decode(many(SPANS_MAX + 1))).toThrow('Expected at most 5000 spans.')
  const [full] = decode([withAttributes(SPAN_ATTRIBUTES_MAX)])
  expect(Object.keys(full?.attributes ?? {})).toHaveLength(SPAN_ATTRIBUTES_MAX)
  expect(() => decode([withAttributes(SPAN_ATTRIBUTES_MAX + 1)])).toThrow(
    'Expected at most 1000 attributes of a span.',
  )
})

test('an export in protobuf has at most so many fields, and more are given up at once', () => {
  const fields = (count: number) =>
    new Uint8Array(2 * count).fill(0x0a).map((byte, at) => (at % 2 === 0 ? byte : 0))
  const spentMs = startCpuTimer()

  expect(decodeOtlpProtobuf(fields(EXPORT_FIELDS_MAX))).toEqual([])
  expect(() => decodeOtlpProtobuf(fields(EXPORT_FIELDS_MAX + 1))).toThrow(
    'Expected at most 200000 fields.',
  )
  expect(() => decodeOtlpProtobuf(fields(2_000_000))).toThrow(AlcoveError)
  expect(spentMs()).toBeLessThan(1_500)
})

test.each([
  { stringValue: { toString: 1 } },
  { boolValue: 'yes' },
  { intValue: { toString: 1, valueOf: 1 } },
  { intValue: 'many' },
  { doubleValue: 'NaN' },
])('a value of another type than it says is none: %j', (value) => {
  const span = { traceId: SPAN.traceId, attributes: [{ key: 'k', value }] }
  const body = { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] }

  expect(decodeOtlpJson(Buffer.from(JSON.stringify(body)))[0]?.attributes).toEqual({ k: null })
})

const MANY = Array.from({ length: 500 }, () => OTHER)

test.each([
  ['JSON', () => decodeJson(asJson(MANY))],
  ['protobuf', () => decodeProtobuf(encodeOtlp.protobuf(MANY))],
])('%s of many spans is read in many steps', (_name, decode) => {
  let steps = 0
  const work = decode()
  for (let step = work.next(); step.done !== true; step = work.next()) steps += 1

  expect(steps).toBeGreaterThanOrEqual(Math.floor((MANY.length * FIELDS_OF_SPAN) / FIELDS_OF_STEP))
})

test('a number takes no more than its step, however many there are', () => {
  const fields = Buffer.alloc(2 * FIELDS_OF_STEP * 11, Buffer.from([16, ...Array(9).fill(255), 1]))
  const work = decodeProtobuf(fields)

  expect(work.next().done).toBe(false)
  expect(work.next().done).toBe(false)
})
