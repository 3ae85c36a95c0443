import { AlcoveError } from '../../../shared/errors.ts'
import type { Steps } from '../../steps/in-turns.ts'

/** Of one export, counting those of the messages inside of messages: to read more holds up everybody. */
export const EXPORT_FIELDS_MAX = 200_000
const VARINT_BYTES_MAX = 10
/** What one step reads. */
export const FIELDS_OF_STEP = 1_000

/** How a field's value is written. */
const VARINT = 0
const FIXED_64 = 1
const BYTES = 2
const FIXED_32 = 5

export interface Field {
  readonly number: number
  /** A number of any encoding, or the bytes of a text or a message. */
  readonly value: bigint | Uint8Array
}

/** Reads the fields of one message of protobuf, in short steps. */
export type FieldReader = (bytes: Uint8Array) => Steps<readonly Field[]>

/**
 * A reader for one export.
 *
 * @throws AlcoveError (from the reader) `invalid_request`, `too_large` for more than
 * {@link EXPORT_FIELDS_MAX} fields.
 */
export function createFieldReader(): FieldReader {
  let left = EXPORT_FIELDS_MAX

  return function* (bytes) {
    const fields: Field[] = []
    const next = createValueReader(bytes)
    for (let field = next(); field; field = next()) {
      if (--left < 0) throw createAmountError()
      if (left % FIELDS_OF_STEP === 0) yield
      fields.push(field)
    }
    return fields
  }
}

function createValueReader(bytes: Uint8Array): () => Field | undefined {
  let at = 0

  // Made when it is needed: most messages have no field of fixed length.
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

export const createFormatError = (): AlcoveError =>
  new AlcoveError('invalid_request', 'The body is not an export request of OTLP.')

const createAmountError = (): AlcoveError =>
  new AlcoveError('too_large', `Expected at most ${EXPORT_FIELDS_MAX} fields.`, {
    data: { limit: EXPORT_FIELDS_MAX },
  })
