import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The best first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number] | 'identity'

/** Smaller ones fit a packet as they are. */
const COMPRESS_MIN_BYTES = 512
const GZIP_LEVEL = 9
const TEXT_TYPE_PATTERN = /^(text\/|application\/(json|javascript)|image\/svg)/
const HASH_LENGTH = 22

/** A file in memory, compressed once, when somebody first wants it so. */
export interface EncodedFile {
  readonly type: string
  /** Whether compressing it is worth while. */
  readonly isPackable: boolean
  bytes(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>>
  /** Differs per encoding, as HTTP wants it. */
  etag(encoding: Encoding): string
}

const packBrotli = promisify(brotliCompress)
const packGzip = promisify(gzip)

export function createEncodedFile(content: Uint8Array, type: string): EncodedFile {
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, HASH_LENGTH)
  const packed = new Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>()

  async function encode(encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
    switch (encoding) {
      case 'br':
        return new Uint8Array(await packBrotli(content, { params: BROTLI_PARAMS }))
      case 'gzip':
        return new Uint8Array(await packGzip(content, { level: GZIP_LEVEL }))
      case 'identity':
        return new Uint8Array(content)
      default:
        return encoding satisfies never
    }
  }

  return {
    type,
    isPackable: content.byteLength >= COMPRESS_MIN_BYTES && TEXT_TYPE_PATTERN.test(type),
    bytes(encoding) {
      const bytes = packed.get(encoding) ?? encode(encoding)
      packed.set(encoding, bytes)
      return bytes
    },
    etag: (encoding) => (encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`),
  }
}

const BROTLI_PARAMS = {
  [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}
