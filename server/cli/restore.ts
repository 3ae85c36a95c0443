import { renameSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { AlcoveError } from '../../shared/errors.ts'
import { loadSecret } from '../auth/secret.ts'
import { isNoSpaceError } from '../files/no-space.ts'
import type { ObjectStore } from '../files/object-store.ts'
import { openObjects } from '../files/open-objects.ts'
import { readSettings, type Settings } from '../settings.ts'
import type { BackupRow } from '../store/backup.ts'
import { troubleOf } from '../store/disk-trouble.ts'
import { explainFolder } from '../store/explain-folder.ts'
import { importRows } from '../store/restore.ts'
import { plural } from './answer-text.ts'
import {
  type Backup,
  type BackupManifest,
  keyOfObject,
  markSecret,
  readBackup,
  ROWS_FILE,
  SECRET_FILE,
} from './backup-folder.ts'
import { readRows } from './backup-rows.ts'
import { command } from './command.ts'

export const restoreCommand = command({
  name: 'restore',
  takes: ['folder'],
  about: 'Fill an empty data folder or database from a backup; no server may run',
  details:
    'It checks the whole backup first, and then restores all of it or nothing. A backup of either\n' +
    'kind of database goes into either kind.',
  flags: {},
  async run(tool, _, word) {
    const backup = await readBackup(resolve(word))
    const own = await readOwnSecret(backup)
    const settings = readSettings(tool.env, (dataDir) => own ?? loadSecret(dataDir))
    const usesOwn = settings.databaseUrl === undefined && settings.secret === own
    const parts = createRestoreParts(backup, openObjects(settings, tool.now))
    const { rows, files } = await restore(settings, parts, () => {
      // A secret of an empty data folder was never used.
      if (usesOwn) replaceSecret(settings.dataDir, settings.secret)
    })
    const isSameSecret = markSecret(settings.secret) === backup.manifest.secret.mark
    const lines = [
      `Restored ${plural(rows, 'row')} and ${plural(files, 'file')} of ${backup.manifest.made_at}.`,
      bucketLine(backup.manifest, settings),
      isSameSecret ? '' : otherSecretLine(own !== undefined),
    ]
    return {
      text: lines.filter((line) => line !== '').join('\n'),
      facts: { rows, files, is_same_secret: isSameSecret },
    }
  },
})

/** The rows are committed after everything else is in place. */
async function restore(
  { databaseUrl, dataDir }: Settings,
  parts: RestoreParts,
  putSecret: () => void,
): Promise<{ rows: number; files: number }> {
  let files = 0
  async function* rowsAndThenTheRest() {
    yield* parts.rows()
    files = await parts.putFiles()
    putSecret()
  }
  try {
    const rows = await importRows({ databaseUrl, dataDir }, rowsAndThenTheRest())
    return { rows, files }
  } catch (error) {
    await parts.removeFiles()
    throw explainFull(dataDir, error)
  }
}

/** Tells the operator that the disk is full, which the operator can resolve. */
function explainFull(dataDir: string, error: unknown): unknown {
  const isFull = isNoSpaceError(error) || troubleOf(error) === 'full'
  const cause = isNoSpaceError(error) ? error.cause : error
  return (isFull && explainFolder(dataDir, cause, { isOwnWrite: true })) || error
}

async function readOwnSecret({ names, pathOf }: Backup): Promise<string | undefined> {
  if (!names.includes(SECRET_FILE)) return undefined
  return (await readFile(pathOf(SECRET_FILE), 'utf8')).trim()
}

function bucketLine({ files }: BackupManifest, { objectStore }: Settings): string {
  if (files.place === 'backup') return ''
  const where = 'The files were in an S3 bucket and are not in the backup'
  return objectStore === undefined ? `${where}: set S3_BUCKET and what belongs to it.` : `${where}.`
}

const otherSecretLine = (isInBackup: boolean): string =>
  'This server has another secret than the one that was backed up: visitors without a name will lose ' +
  `their conversations. Before it starts, set ALCOVE_SECRET to ${
    isInBackup ? `what the backup's file "${SECRET_FILE}" says` : 'that server’s'
  }.`

const UNKNOWN_TYPE = 'application/octet-stream'

interface RestoreParts {
  /** @throws AlcoveError `invalid_request` if the manifest has other counts. */
  rows(): AsyncGenerator<BackupRow, void, void>
  /** Called after the rows, which have the types of the files. Returns how many there were. */
  putFiles(): Promise<number>
  /** Removes the files that the restore added. */
  removeFiles(): Promise<void>
}

function createRestoreParts(backup: Backup, objects: ObjectStore): RestoreParts {
  const types = new Map<string, string>()
  const added: string[] = []

  return {
    async *rows() {
      const counts: Record<string, number> = {}
      for await (const entry of readRows(backup.pathOf(ROWS_FILE))) {
        const { table, row } = entry
        counts[table] = (counts[table] ?? 0) + 1
        if (table === 'files') {
          types.set(String(row['key']), String(row['media_type'] ?? UNKNOWN_TYPE))
        }
        yield entry
      }
      requireSame(counts, backup.manifest.rows)
    },
    async putFiles() {
      let count = 0
      for (const name of backup.names) {
        const key = keyOfObject(name)
        if (key === undefined) continue
        // Another database may use the same store of files.
        if ((await objects.size(name)) === undefined) added.push(name)
        const bytes = await readFile(backup.pathOf(name))
        await objects.put(name, bytes, types.get(key) ?? UNKNOWN_TYPE)
        count += 1
      }
      return count
    },
    async removeFiles() {
      await objects.remove(added)
    },
  }
}

function requireSame(
  counts: Readonly<Record<string, number>>,
  expected: Readonly<Record<string, number>>,
) {
  for (const table of new Set([...Object.keys(counts), ...Object.keys(expected)])) {
    const [found, wanted] = [counts[table] ?? 0, expected[table] ?? 0]
    if (found === wanted) continue
    throw new AlcoveError(
      'invalid_request',
      `The backup is damaged: it has ${found} rows of "${table}" instead of ${wanted}. Nothing was restored.`,
    )
  }
}

const OWNER_ONLY_FILE = 0o600

/** Makes this the data folder's secret, whole or not at all. */
function replaceSecret(dataDir: string, secret: string): void {
  const path = join(dataDir, 'secret')
  const draft = `${path}.${process.pid}.restored`
  writeFileSync(draft, `${secret}\n`, { mode: OWNER_ONLY_FILE, flush: true })
  renameSync(draft, path)
}
