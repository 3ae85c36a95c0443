import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { AlcoveError } from '../../shared/errors.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { MANIFEST_FILE, SUMS_FILE } from './backup-names.ts'

const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface BackupWriter {
  /** Returns how many bytes came. */
  add(name: string, content: Content, packing?: 'gzip'): Promise<number>
  /** Makes the folder a backup. */
  finish(manifest: Omit<BackupManifest, 'sums_sha256'>): Promise<void>
}

/**
 * Writes into a folder that is missing or empty, for this user only.
 *
 * @throws AlcoveError `conflict` when there is something in it.
 */
export async function createBackupWriter(folder: string): Promise<BackupWriter> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if ((await readdir(folder)).length > 0) {
    throw new AlcoveError(
      'conflict',
      `The folder ${folder} is not empty. Name a new one for each backup.`,
    )
  }
  const sums: string[] = []

  return {
    async add(name, content, packing) {
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
      const hash = createHash('sha256')
      let bytes = 0
      async function* measure(pieces: Content) {
        for await (const piece of pieces) {
          bytes += piece.byteLength
          yield piece
        }
      }
      async function* sum(pieces: AsyncIterable<Uint8Array>) {
        for await (const piece of pieces) {
          hash.update(piece)
          yield piece
        }
      }
      const pack = packing === 'gzip' ? createGzip() : new PassThrough()
      const sink = createWriteStream(path, { mode: PRIVATE_FILE, flags: 'wx', flush: true })
      await pipeline(measure(content), pack, sum, sink)
      sums.push(`${hash.digest('hex')}  ${name}\n`)
      return bytes
    },
    async finish(manifest) {
      const text = sums.toSorted().join('')
      const options = { mode: PRIVATE_FILE, flag: 'wx', flush: true } as const
      await writeFile(join(folder, SUMS_FILE), text, options)
      const whole: BackupManifest = {
        ...manifest,
        sums_sha256: createHash('sha256').update(text).digest('hex'),
      }
      await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(whole, null, 2)}\n`, options)
      await syncFolder(folder)
    },
  }
}

async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders.
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
