import { promisify } from 'node:util'
import { gunzip, inflate } from 'node:zlib'
import { AlcoveError } from '../../../shared/errors.ts'

const unpackers = { gzip: promisify(gunzip), deflate: promisify(inflate) }

/**
 * The bytes of a packed body, never more than allowed in memory.
 *
 * @throws AlcoveError `unsupported_media_type`, `too_large`, `invalid_request`.
 */
export async function unpack(
  bytes: Uint8Array,
  encoding: string | undefined,
  limitBytes: number,
): Promise<Uint8Array> {
  const name = encoding?.trim().toLowerCase() ?? 'identity'
  if (name === 'identity') return bytes
  if (name !== 'gzip' && name !== 'deflate') {
    throw new AlcoveError('unsupported_media_type', 'Content-Encoding: expected gzip or deflate.')
  }
  try {
    return await unpackers[name](bytes, { maxOutputLength: limitBytes })
  } catch (error) {
    if (error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') {
      throw new AlcoveError('too_large', `The body is larger than ${limitBytes} bytes.`, {
        data: { limit: limitBytes },
      })
    }
    throw new AlcoveError('invalid_request', `The body is not ${name}.`)
  }
}
