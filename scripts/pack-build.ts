import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const PACKED_NAMES = /\.(js|css|svg|json|map)$/
/** Smaller ones fit a packet as they are. */
const PACKED_MIN_BYTES = 512
const GZIP_LEVEL = 9

/**
 * Writes what the server sends packed beside each file, as `.br` and `.gz`: a server that packs by
 * itself computes for two seconds after each start.
 *
 * @param folder holds `loader`, `frame/assets` and the versions in `v`.
 */
export async function packBuild(folder: string): Promise<void> {
  const versions = await readdir(join(folder, 'v'))
  const parts = ['loader', 'frame/assets', ...versions.map((name) => join('v', name))]
  for (const part of parts.map((name) => join(folder, name))) {
    for (const name of (await readdir(part)).filter((each) => PACKED_NAMES.test(each))) {
      const content = await readFile(join(part, name))
      if (content.byteLength < PACKED_MIN_BYTES) continue
      await writeFile(join(part, `${name}.br`), packBrotli(content))
      await writeFile(join(part, `${name}.gz`), gzipSync(content, { level: GZIP_LEVEL }))
    }
  }
}

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
const TRIED_MORE_MAX_BYTES = 65_536
const MORE_TRIES = [
  ...[1, 2, 3].map((bits) => tellDistances(bits, 0)),
  { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_FONT },
  tellDistances(2, 8),
  tellDistances(2, 16),
]

/** At its best, as the server sends it. */
export function packBrotli(content: Buffer): Buffer {
  const pack = (params: Readonly<Record<number, number>>) =>
    brotliCompressSync(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        ...params,
      },
    })
  const more = content.length > TRIED_MORE_MAX_BYTES ? [] : MORE_TRIES
  return [...TRIES, ...more]
    .map(pack)
    .reduce((best, next) => (next.length < best.length ? next : best))
}
