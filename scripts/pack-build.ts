import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKED_MIN_BYTES, packBrotli, packGzip } from '../server/console/pack-file.ts'

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
  for (const part of parts.map((name) => join(folder, name))) {
    for (const name of (await readdir(part)).filter((each) => PACKED_NAMES.test(each))) {
      const content = await readFile(join(part, name))
      if (content.byteLength < PACKED_MIN_BYTES) continue
      await writeFile(join(part, `${name}.br`), await packBrotli(content))
      await writeFile(join(part, `${name}.gz`), await packGzip(content))
    }
  }
}
