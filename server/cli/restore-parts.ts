import { readFile } from 'node:fs/promises'
import { AlcoveError } from '../../shared/errors.ts'
import type { ObjectStore } from '../files/object-store.ts'
import type { BackupRow } from '../store/backup.ts'
import { keyOfObject, ROWS_FILE } from './backup-names.ts'
import { readRows } from './backup-rows.ts'
import type { Backup } from './read-backup.ts'

const UNKNOWN_TYPE = 'application/octet-stream'

export interface RestoreParts {
  /** @throws AlcoveError `invalid_request` when the manifest counted others. */
  rows(): AsyncGenerator<BackupRow, void, void>
  /** After the rows, which know what the files are. Returns how many there were. */
  putFiles(): Promise<number>
  /** Removes the files that were not there before. */
  removeFiles(): Promise<void>
}

export function createRestoreParts(backup: Backup, objects: ObjectStore): RestoreParts {
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
        // The place of the files may be another database's as well.
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
