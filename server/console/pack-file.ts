import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Smaller ones fit a packet as they are. */
export const PACKED_MIN_BYTES = 512
const GZIP_LEVEL = 9

/** What a packer can be told of distances and of what is in a file: which is best, only trying tells. */
const tellDistances = (bits: number, direct: number) => ({
  [constants.BROTLI_PARAM_NPOSTFIX]: bits,
  [constants.BROTLI_PARAM_NDIRECT]: direct,
})
/** A file of the frame gains some 100 bytes, and each try takes half a second. */
const TRIES = [
  {},
  tellDistances(0, 1),
  tellDistances(0, 2),
  tellDistances(1, 2),
  tellDistances(1, 12),
  { ...tellDistances(2, 12), [constants.BROTLI_PARAM_LGBLOCK]: 20 },
]
/** Larger files are not tried in more ways: it would take the build seconds. */
const TRIED_MORE_MAX_BYTES = 65_536
const MORE_TRIES = [
  ...[1, 2, 3].map((bits) => tellDistances(bits, 0)),
  { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT },
  tellDistances(2, 8),
  tellDistances(2, 16),
]

/** Packs a file in several ways, and returns the smallest: it is packed once and sent often. */
export async function packBrotli(content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const best = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const tries = content.length > TRIED_MORE_MAX_BYTES ? TRIES : [...TRIES, ...MORE_TRIES]
  const packed = await Promise.all(
    tries.map((told) => compressBrotli(content, { params: { ...best, ...told } })),
  )
  return new Uint8Array(packed.reduce((one, other) => (other.length < one.length ? other : one)))
}

/** For those who do not take brotli. */
export const packGzip = async (content: Uint8Array): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await compressGzip(content, { level: GZIP_LEVEL }))
