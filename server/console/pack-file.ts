import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Smaller files fit a packet uncompressed. */
export const PACKED_MIN_BYTES = 512
const GZIP_LEVEL = 9

/** Compresses a file as far as brotli can: it is compressed once and sent often. */
export const packBrotli = async (content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(
    await compressBrotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  )

/** For clients that do not accept brotli. */
export const packGzip = async (content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await compressGzip(content, { level: GZIP_LEVEL }))
