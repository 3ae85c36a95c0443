import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AlcoveError } from '../shared/errors.ts'
import { askFreeBytes } from './files/disk-space.ts'
import { FILES_FOLDER } from './files/open-objects.ts'
import type { Settings } from './settings.ts'
import { sizeText } from './size-text.ts'
import { probeFolder } from './store/disk-trouble.ts'
import { explainFolder } from './store/explain-folder.ts'

const MIB = 1_048_576
/** A disk with less space is full soon: a PDF, a rebuilt index or a backup takes that much. */
export const FREE_BYTES_MIN = 500 * MIB

type FolderSettings = Pick<
  Settings,
  'databaseUrl' | 'dataDir' | 'objectStore' | 'minFreeMib' | 'minFreeMibAnonymous'
>

/**
 * Checks the folders of this server's data, and returns the free bytes of their disk; `undefined`: Postgres and
 * a bucket have all data, so no folder is used.
 *
 * @throws AlcoveError `unavailable`, with the remedy.
 */
export async function examineOwnFolders({
  databaseUrl,
  dataDir,
  objectStore,
  minFreeMib,
  minFreeMibAnonymous,
}: FolderSettings): Promise<number | undefined> {
  if (databaseUrl !== undefined && objectStore !== undefined) return undefined
  const files = join(dataDir, FILES_FOLDER)
  const usesFiles = objectStore === undefined && existsSync(files)
  // With Postgres it is created for the first file.
  if (!existsSync(dataDir)) return undefined
  const floorMib = objectStore === undefined ? Math.max(minFreeMib, minFreeMibAnonymous) : 0
  return examineFolders([dataDir, ...(usesFiles ? [files] : [])], floorMib * MIB)
}

/**
 * Checks that these folders can be written, and the free space of their disk.
 *
 * @param folders the first is the data folder; a missing folder has no faults.
 * @param floorBytes minimum for files of visitors: more has to be free.
 * @throws AlcoveError `unavailable`, with the remedy.
 */
export async function examineFolders(
  folders: readonly [string, ...string[]],
  floorBytes = 0,
  ask: (folders: readonly string[]) => Promise<number> = askFreeBytes,
): Promise<number> {
  for (const folder of folders) requireWritable(folder)
  const [dataDir] = folders
  const needed = Math.max(FREE_BYTES_MIN, floorBytes)
  const free = await ask(folders)
  if (free >= needed) return free
  throw new AlcoveError(
    'unavailable',
    `Only ${sizeText(free)} of the disk of the data folder ${dataDir} are free.`,
    {
      hint: `Make room there, ${sizeText(needed)} at least, or move the folder to another disk: on a full one nothing is kept.`,
    },
  )
}

function requireWritable(folder: string): void {
  const error = probeFolder(folder)
  if (error === undefined) return
  throw explainFolder(folder, error, { isOwnWrite: true }) ?? error
}
