import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { encodeOtlp, type TestSpan } from '../testing/encode-otlp.ts'
import { decodeOtlpJson } from './otlp-json.ts'
import { decodeOtlpProtobuf } from './otlp-protobuf.ts'

const SPAN: TestSpan = {
  traceId: '0123456789abcdef0123456789abcdef',
  name: 'ai.streamText',
  startMs: 1_795_237_200_000,
  endMs: 1_795_237_202_500,
  hasFailed: true,
  attributes: { text: 'naïve 🚀', whole: -42, part: 0.25, yes: true, no: false },
}
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
