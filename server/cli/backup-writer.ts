import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { AlcoveError } from '../../shared/errors.ts'
import { type DiskTrouble, troubleOf } from '../store/disk-trouble.ts'
import {
  type BackupManifest,
  MANIFEST_FILE,
  ROWS_FILE,
  SECRET_FILE,
  SUMS_FILE,
} from './backup-folder.ts'

const PRIVATE_FILE = 0o600
const PRIVATE_FOLDER = 0o700

type Content = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

export interface BackupWriter {
  /** Returns the number of bytes. */
  add(name: string, content: Content, packing?: 'gzip'): Promise<number>
  /** Makes the folder a backup. */
  finish(manifest: Omit<BackupManifest, 'sums_sha256'>): Promise<void>
  /** Removes an unfinished backup, which would otherwise stay on a full disk. */
  discard(): Promise<void>
}

/** All names that a backup may leave in its folder. */
const NAMES = [MANIFEST_FILE, SUMS_FILE, ROWS_FILE, SECRET_FILE, 'files', 'incoming']

/**
 * Writes into a folder that is missing or empty, for this user only.
 *
 * @throws AlcoveError `conflict` if the folder is not empty, `unavailable` if it accepts no files.
 */
export async function createBackupWriter(folder: string): Promise<BackupWriter> {
  const explained = <Result>(work: () => Promise<Result>) => explainWrites(folder, work)
  const made = await explained(() => mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER }))
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
      await explained(() => mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER }))
      const hash = createHash('sha256')
      let bytes = 0
      async function* measure(pieces: Content) {
        // No limit: a backup takes as long as there is data; a person at a terminal may end it.
        for await (const piece of pieces) {
          bytes += piece.byteLength
          yield piece
        }
      }
      async function* sum(pieces: AsyncIterable<Uint8Array>) {
        // No limit: a backup takes as long as there is data; a person at a terminal may end it.
        for await (const piece of pieces) {
          hash.update(piece)
          yield piece
        }
      }
      const pack = packing === 'gzip' ? createGzip() : new PassThrough()
      const sink = createWriteStream(path, { mode: PRIVATE_FILE, flags: 'wx', flush: true })
      // No limit: a backup takes as long as there is data; a person at a terminal may end it.
      await explained(() => pipeline(measure(content), pack, sum, sink))
      sums.push(`${hash.digest('hex')}  ${name}\n`)
      return bytes
    },
    async finish(manifest) {
      const text = sums.toSorted().join('')
      const whole: BackupManifest = {
        ...manifest,
        sums_sha256: createHash('sha256').update(text).digest('hex'),
      }
      const options = { mode: PRIVATE_FILE, flag: 'wx', flush: true } as const
      await explained(async () => {
        await writeFile(join(folder, SUMS_FILE), text, options)
        await writeFile(join(folder, MANIFEST_FILE), `${JSON.stringify(whole, null, 2)}\n`, options)
      })
      await syncFolder(folder)
    },
    async discard() {
      for (const name of NAMES) await rm(join(folder, name), { recursive: true, force: true })
      if (made !== undefined) await rmdir(folder).catch(() => {})
    },
  }
}

/** Explains errors of the backup's folder. Errors of the files that are read name another path. */
async function explainWrites<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isElsewhere =
      error instanceof Error && 'path' in error && !String(error.path).startsWith(folder)
    const trouble = isElsewhere ? undefined : troubleOf(error)
    throw trouble === undefined ? error : createFolderError(folder, trouble, error)
  }
}

const FOLDER_TEXTS = {
  full: {
    what: 'is on a disk without room for the backup',
    todo: 'Free some space there, or name a folder on another disk.',
  },
  'not writable': {
    what: 'cannot be written',
    todo: 'Name another one, or let this user write there.',
  },
  'no folder': { what: 'is no folder', todo: 'Name another one.' },
} as const satisfies Record<DiskTrouble, object>

function createFolderError(folder: string, trouble: DiskTrouble, cause: unknown): AlcoveError {
  const { what, todo } = FOLDER_TEXTS[trouble]
  const code = String((cause as NodeJS.ErrnoException).code)
  return new AlcoveError('unavailable', `The folder ${folder} ${what} (${code}).`, {
    hint: `${todo} No backup was made.`,
    cause,
  })
}

async function syncFolder(folder: string): Promise<void> {
  // Windows does not open folders.
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
