import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Smaller files fit a packet uncompressed. */
export const PACKED_MIN_BYTES = 512
const GZIP_LEVEL = 9

/** Options of a packer for distances: only trying shows the best for a file. */
const tellDistances = (bits: number, direct: number) => ({
  [constants.BROTLI_PARAM_NPOSTFIX]: bits,
  [constants.BROTLI_PARAM_NDIRECT]: direct,
})
const AS_IT_IS = {}
const LARGE_BLOCKS = { [constants.BROTLI_PARAM_LGBLOCK]: 20 }
/** Of fifteen sets of options, those that were the best for a file of the frame or the loader. */
const TRIES = [
  AS_IT_IS,
  tellDistances(0, 1),
  tellDistances(0, 2),
  tellDistances(1, 2),
  ...[1, 2, 3].map((bits) => tellDistances(bits, 0)),
]
/** Larger files are tried in fewer ways: each takes the build half a second. */
const TRIED_MORE_MAX_BYTES = 65_536
const LARGE_TRIES = [LARGE_BLOCKS, tellDistances(0, 1), { ...tellDistances(0, 1), ...LARGE_BLOCKS }]

/**
 * Compresses a file in several ways, and returns the smallest: it is compressed once and sent often.
 *
 * @param isWorthIt default: true. If false, it is compressed once: the others would save some six bytes.
 */
export async function packBrotli(
  content: Uint8Array,
  isWorthIt = true,
): Promise<Uint8Array<ArrayBuffer>> {
  const best = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const tries = content.length > TRIED_MORE_MAX_BYTES ? LARGE_TRIES : TRIES
  const packed = await Promise.all(
    (isWorthIt ? tries : [AS_IT_IS]).map((told) =>
      compressBrotli(content, { params: { ...best, ...told } }),
    ),
  )
  return new Uint8Array(packed.reduce((one, other) => (other.length < one.length ? other : one)))
}

/** For clients that do not accept brotli. */
export const packGzip = async (content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await compressGzip(content, { level: GZIP_LEVEL }))
