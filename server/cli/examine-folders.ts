import { mkdtemp, rmdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { AlcoveError } from '../../shared/errors.ts'
import { explainFolder } from '../store/explain-folder.ts'
import { sizeText } from './answer-text.ts'

/** With less room a disk is full soon: a PDF, an index that is made anew or a backup take that much. */
export const FREE_BYTES_MIN = 500 * 1024 * 1024

/** So much of the folder's disk is free. */
export type AskFreeBytes = (folder: string) => Promise<number>

const askFreeBytes: AskFreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Whether these folders can be written, and how much room their disk has.
 *
 * @param folders the first one is the data folder; what is not there yet has no faults.
 * @throws AlcoveError `unavailable`, with what to do.
 */
export async function examineFolders(
  folders: readonly [string, ...string[]],
  ask: AskFreeBytes = askFreeBytes,
): Promise<number> {
  for (const folder of folders) await requireWritable(folder)
  const [dataDir] = folders
  const free = await ask(dataDir)
  if (free >= FREE_BYTES_MIN) return free
  throw new AlcoveError(
    'unavailable',
    `Only ${sizeText(free)} of the disk of the data folder ${dataDir} are free.`,
    {
      hint: `Make room there, ${sizeText(FREE_BYTES_MIN)} at least, or move the folder to another disk: on a full one nothing is kept.`,
    },
  )
}

async function requireWritable(folder: string): Promise<void> {
  try {
    await rmdir(await mkdtemp(join(folder, '.doctor-')))
  } catch (error) {
    throw explainFolder(folder, error) ?? error
  }
}
