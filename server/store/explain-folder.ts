import { AlcoveError } from '../../shared/errors.ts'

type Trouble = 'no folder' | 'not writable' | 'full' | 'damaged' | 'held'

const FILE_TROUBLES: Readonly<Record<string, Trouble>> = {
  EEXIST: 'no folder',
  ENOTDIR: 'no folder',
  EACCES: 'not writable',
  EPERM: 'not writable',
  EROFS: 'not writable',
  ENOENT: 'not writable',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EIO: 'damaged',
}

/** By SQLite's primary result code. */
const SQLITE_TROUBLES: Readonly<Record<number, Trouble>> = {
  3: 'not writable',
  5: 'held',
  6: 'held',
  8: 'not writable',
  10: 'damaged',
  11: 'damaged',
  13: 'full',
  14: 'not writable',
  26: 'damaged',
}
const PRIMARY_CODE = 0xff

/**
 * What keeps the embedded database from being opened, in one sentence with the remedy, for whoever
 * starts a server or runs a command. Undefined when it is not the folder's fault.
 */
export function explainFolder(dataDir: string, error: unknown): AlcoveError | undefined {
  const found = findTrouble(dataDir, error)
  return (
    found &&
    new AlcoveError('unavailable', describe(dataDir, found.trouble, found.reason), { cause: error })
  )
}

interface Found {
  readonly trouble: Trouble
  readonly reason: string
}

function findTrouble(dataDir: string, error: unknown): Found | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error) {
    const trouble = SQLITE_TROUBLES[Number(error.errcode) & PRIMARY_CODE]
    if (trouble !== undefined) return { trouble, reason: error.message }
  }
  // A backup that is read or written at the same time has troubles of its own.
  if ('code' in error && 'path' in error && String(error.path).startsWith(dataDir)) {
    const trouble = FILE_TROUBLES[String(error.code)]
    if (trouble !== undefined) return { trouble, reason: String(error.code) }
  }
  return findTrouble(dataDir, error.cause)
}

function describe(dataDir: string, trouble: Trouble, reason: string): string {
  switch (trouble) {
    case 'no folder':
      return `ALCOVE_DATA_DIR is ${dataDir}, which is no folder (${reason}): name another one, or move away what is in its place.`
    case 'not writable':
      return `The data folder ${dataDir} cannot be written (${reason}): let the user that runs Alcove write there, or name another folder in ALCOVE_DATA_DIR.`
    case 'full':
      return `The disk of the data folder ${dataDir} is full (${reason}): make room there, or name a folder on another disk in ALCOVE_DATA_DIR.`
    case 'damaged':
      return `The database in the data folder ${dataDir} cannot be read (${reason}): see with "npm run alcove -- doctor" what is damaged, and restore a backup into an empty folder.`
    case 'held':
      return `Another program holds the database in the data folder ${dataDir} (${reason}): end it, and start again.`
    default:
      return trouble satisfies never
  }
}
