import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { PACKED_MIN_BYTES, packBrotli, packGzip } from '../server/console/pack-file.ts'

/** A visitor fetches one of thirty, or none. */
const LOCALE = /^locale-/
const PACKED_NAMES = /\.(js|css|svg|json|map)$/

/**
 * Writes what the server sends packed beside each file, as `.br` and `.gz`: a server that packs by
 * itself computes for two seconds after each start.
 *
 * @param folder holds `loader`, `frame/assets` and the versions in `v`.
 */
export async function packBuild(folder: string): Promise<void> {
  const versions = await readdir(join(folder, 'v'))
  const parts = ['loader', 'frame/assets', ...versions.map((name) => join('v', name))]
  const paths = await Promise.all(
    parts.map(async (part) => {
      const names = (await readdir(join(folder, part))).filter((name) => PACKED_NAMES.test(name))
      return names.map((name) => join(folder, part, name))
    }),
  )
  await Promise.all(paths.flat().map(packFile))
}

async function packFile(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.byteLength < PACKED_MIN_BYTES) return
  await writeFile(`${path}.br`, await packBrotli(content, !LOCALE.test(basename(path))))
  await writeFile(`${path}.gz`, await packGzip(content))
}
