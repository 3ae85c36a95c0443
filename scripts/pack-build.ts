import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKED_MIN_BYTES, packBrotli, packGzip } from '../server/console/pack-file.ts'

const PACKED_NAMES = /\.(js|css|svg|json|map)$/

/**
 * Writes compressed files for the server beside each file, as `.br` and `.gz`. Compressing them itself would
 * take the server two seconds of CPU time after each start.
 *
 * @param folder contains `loader`, `frame/assets`, `desk/assets` and the versions in `v`.
 */
export async function packBuild(folder: string): Promise<void> {
  const versions = await readdir(join(folder, 'v'))
  const parts = [
    'loader',
    'frame/assets',
    'desk/assets',
    ...versions.map((name) => join('v', name)),
  ]
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
  await writeFile(`${path}.br`, await packBrotli(content))
  await writeFile(`${path}.gz`, await packGzip(content))
}
