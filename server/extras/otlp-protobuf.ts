import { AlcoveError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { Steps } from '../steps/in-turns.ts'
import { requireAtMost, SPAN_ATTRIBUTES_MAX, SPANS_MAX, type Span } from './trace-reports.ts'

/** Maximum fields of one export, those of nested messages included: reading more would block other calls. */
export const EXPORT_FIELDS_MAX = 200_000
const VARINT_BYTES_MAX = 10
/** Fields in one step of reading. */
export const FIELDS_OF_STEP = 1_000

/** Encodings of a field's value. */
const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5

const NANOSECONDS_PER_MS = 1_000_000n
const STATUS_ERROR = 2n

/**
 * Decodes the spans of an export request in protobuf, `opentelemetry.proto.trace.v1`, as far as they are
 * used, in short steps.
 *
 * @throws AlcoveError `invalid_request`, `too_large`.
 */
export function* decodeOtlpProtobuf(bytes: Uint8Array): Steps<readonly Span[]> {
  const read = createFieldReader()
  const resources = yield* inside([bytes], 1, read)
  const scopes = yield* inside(resources, 2, read)
  const messages = yield* inside(scopes, 2, read)
  requireAtMost(SPANS_MAX, messages.length, 'spans')
  const spans: Span[] = []
  for (const message of messages) spans.push(yield* readSpan(message, read))
  return spans
}

function* inside(
  outer: readonly Uint8Array[],
  wanted: number,
  read: FieldReader,
): Steps<readonly Uint8Array[]> {
  const found: Uint8Array[] = []
  for (const message of outer) {
    for (const inner of messagesOf(yield* read(message), wanted)) found.push(inner)
  }
  return found
}

function* readSpan(bytes: Uint8Array, read: FieldReader): Steps<Span> {
  const fields = yield* read(bytes)
  const traceId = Buffer.from(bytesOf(fields, 1)).toString('hex')
  if (traceId.length !== 32) throw createFormatError()
  const messages = messagesOf(fields, 9)
  requireAtMost(SPAN_ATTRIBUTES_MAX, messages.length, 'attributes of a span')
  const attributes: (readonly [string, JsonValue])[] = []
  for (const message of messages) attributes.push(yield* readAttribute(message, read))
  return {
    traceId,
    name: textOf(bytesOf(fields, 5)),
    startMs: toMs(numberOf(fields, 7)),
    endMs: toMs(numberOf(fields, 8)),
    hasFailed: numberOf(yield* read(bytesOf(fields, 15)), 3) === STATUS_ERROR,
    attributes: Object.fromEntries(attributes),
  }
}

function* readAttribute(bytes: Uint8Array, read: FieldReader): Steps<readonly [string, JsonValue]> {
  const fields = yield* read(bytes)
  const value = yield* read(bytesOf(fields, 2))
  return [textOf(bytesOf(fields, 1)), readValue(value.at(-1))]
}

/** Lists and maps are left out, since they are not used. */
function readValue(field: Field | undefined): JsonValue {
  if (!field) return null
  const { number, value } = field
  if (typeof value !== 'bigint') return number === 1 ? textOf(value) : null
  if (number === 2) return value !== 0n
  if (number === 3) return Number(BigInt.asIntN(64, value))
  const double = new Float64Array(new BigUint64Array([value]).buffer)[0] ?? 0
  return number === 4 && Number.isFinite(double) ? double : null
}

const messagesOf = (fields: readonly Field[], wanted: number): readonly Uint8Array[] =>
  fields.flatMap(({ number, value }) =>
    number === wanted && typeof value !== 'bigint' ? [value] : [],
  )

const bytesOf = (fields: readonly Field[], wanted: number): Uint8Array =>
  messagesOf(fields, wanted).at(-1) ?? new Uint8Array()

function numberOf(fields: readonly Field[], wanted: number): bigint {
  const value = fields.findLast(({ number }) => number === wanted)?.value
  return typeof value === 'bigint' ? value : 0n
}

const toMs = (nanoseconds: bigint): number => Number(nanoseconds / NANOSECONDS_PER_MS)

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

interface Field {
  readonly number: number
  /** A number of any encoding, or the bytes of a text or a message. */
  readonly value: bigint | Uint8Array
}

/** Reads the fields of one message of protobuf, in short steps. */
type FieldReader = (bytes: Uint8Array) => Steps<readonly Field[]>

/**
 * Creates the reader of one export.
 *
 * @throws AlcoveError (from the reader) `invalid_request`, `too_large` for more than {@link
 * EXPORT_FIELDS_MAX} fields.
 */
function createFieldReader(): FieldReader {
  let count = 0

  return function* (bytes) {
    const fields: Field[] = []
    const next = createValueReader(bytes)
    for (let field = next(); field; field = next()) {
      requireAtMost(EXPORT_FIELDS_MAX, ++count, 'fields')
      if (count % FIELDS_OF_STEP === 0) yield
      fields.push(field)
    }
    return fields
  }
}

function createValueReader(bytes: Uint8Array): () => Field | undefined {
  let at = 0

  // Created on demand: most messages have no field of fixed length.
  const view = () => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

  function readVarint(): bigint {
    let value = 0n
    for (let index = 0; index < VARINT_BYTES_MAX; index++) {
      const byte = bytes[at++]
      if (byte === undefined) break
      value |= BigInt(byte & 0x7f) << BigInt(7 * index)
      if (byte < 0x80) return BigInt.asUintN(64, value)
    }
    throw createFormatError()
  }

  /** Most tags and lengths are one byte, and numbers are cheaper than big ones. */
  function readSmall(): number {
    const byte = bytes[at]
    if (byte === undefined || byte >= 0x80) return Number(readVarint())
    at++
    return byte
  }

  function skip(length: number): number {
    const start = at
    if (length > bytes.byteLength - at) throw createFormatError()
    at += length
    return start
  }

  function readValueOf(wire: number): Field['value'] {
    switch (wire) {
      case VARINT:
        return readVarint()
      case FIXED_64:
        return view().getBigUint64(skip(8), true)
      case FIXED_32:
        return BigInt(view().getUint32(skip(4), true))
      case BYTES: {
        const start = skip(readSmall())
        return bytes.subarray(start, at)
      }
      default:
        throw createFormatError()
    }
  }

  return () => {
    if (at >= bytes.byteLength) return undefined
    const tag = readSmall()
    return { number: Math.floor(tag / 8), value: readValueOf(tag % 8) }
  }
}

const createFormatError = (): AlcoveError =>
  new AlcoveError('invalid_request', 'The body is not an export request of OTLP.')
