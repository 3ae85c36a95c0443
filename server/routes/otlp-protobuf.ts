import { AlcoveError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { Span } from './span.ts'

const NANOSECONDS_PER_MS = 1_000_000n
const STATUS_ERROR = 2n
const VARINT_BYTES_MAX = 10

/** How a field's value is written. */
const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5

interface Field {
  readonly number: number
  /** A number of any encoding, or the bytes of a text or a message. */
  readonly value: bigint | Uint8Array
}

/**
 * The spans of an export request in protobuf: `opentelemetry.proto.trace.v1`, as much as is read.
 *
 * @throws AlcoveError `invalid_request`.
 */
export function decodeOtlpProtobuf(bytes: Uint8Array): readonly Span[] {
  const scopes = messages(bytes, 1).flatMap((resource) => messages(resource, 2))
  return scopes.flatMap((scope) => messages(scope, 2)).map(readSpan)
}

function readSpan(bytes: Uint8Array): Span {
  const fields = readFields(bytes)
  const traceId = Buffer.from(bytesOf(fields, 1)).toString('hex')
  if (traceId.length !== 32) throw createFormatError()
  return {
    traceId,
    name: textOf(bytesOf(fields, 5)),
    startMs: toMs(numberOf(fields, 7)),
    endMs: toMs(numberOf(fields, 8)),
    hasFailed: numberOf(readFields(bytesOf(fields, 15)), 3) === STATUS_ERROR,
    attributes: Object.fromEntries(messagesOf(fields, 9).map(readAttribute)),
  }
}

function readAttribute(bytes: Uint8Array): readonly [string, JsonValue] {
  const fields = readFields(bytes)
  return [textOf(bytesOf(fields, 1)), readValue(bytesOf(fields, 2))]
}

/** Lists and maps are left out: nobody here reads them. */
function readValue(bytes: Uint8Array): JsonValue {
  const field = readFields(bytes).at(-1)
  if (!field) return null
  const { number, value } = field
  if (typeof value !== 'bigint') return number === 1 ? textOf(value) : null
  if (number === 2) return value !== 0n
  if (number === 3) return Number(BigInt.asIntN(64, value))
  const double = new Float64Array(new BigUint64Array([value]).buffer)[0] ?? 0
  return number === 4 && Number.isFinite(double) ? double : null
}

function readFields(bytes: Uint8Array): readonly Field[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const fields: Field[] = []
  let at = 0

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
        return view.getBigUint64(skip(8), true)
      case FIXED_32:
        return BigInt(view.getUint32(skip(4), true))
      case BYTES: {
        const start = skip(Number(readVarint()))
        return bytes.subarray(start, at)
      }
      default:
        throw createFormatError()
    }
  }

  while (at < bytes.byteLength) {
    const tag = readVarint()
    fields.push({ number: Number(tag >> 3n), value: readValueOf(Number(tag & 7n)) })
  }
  return fields
}

const messages = (bytes: Uint8Array, number: number): readonly Uint8Array[] =>
  messagesOf(readFields(bytes), number)

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

const createFormatError = (): AlcoveError =>
  new AlcoveError('invalid_request', 'The body is not an export request of OTLP.')
