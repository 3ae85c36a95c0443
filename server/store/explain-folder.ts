import { AlcoveError } from '../../shared/errors.ts'
import { PROGRAM } from '../../shared/program.ts'
import { type DiskTrouble, probeFolder, troubleOf } from './disk-trouble.ts'

type Trouble = DiskTrouble | 'not written' | 'damaged' | 'held'

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
 * I/O errors of SQLite for writes: write, fsync, fsync of the folder, truncate, and opening, sizing and
 * mapping the shared memory. A full disk, a quota and a limit of file sizes appear as these.
 */
const WRITE_CODES: ReadonlySet<number> = new Set([778, 1034, 1290, 1546, 4618, 4874, 5386])

/**
 * Explains why the embedded database cannot be opened, in one sentence with the remedy, for the operator.
 * Undefined if the folder is not at fault.
 *
 * @param isOwnWrite true if the failed call wrote only there: an error of `write` names no path.
 */
export function explainFolder(
  dataDir: string,
  error: unknown,
  { isOwnWrite = false } = {},
): AlcoveError | undefined {
  const found = findTrouble(dataDir, error, isOwnWrite)
  return (
    found &&
    new AlcoveError('unavailable', describe(dataDir, found.trouble, found.reason), { cause: error })
  )
}

/** True if SQLite could not write, which does not concern the stored data. */
export function isFailedWrite(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'errcode' in error ? Number(error.errcode) : 0
  const trouble = SQLITE_TROUBLES[code & PRIMARY_CODE]
  if (WRITE_CODES.has(code) || trouble === 'full' || trouble === 'not writable') return true
  return isFailedWrite(error.cause)
}

interface Found {
  readonly trouble: Trouble
  readonly reason: string
}

function findTrouble(dataDir: string, error: unknown, isOwnWrite: boolean): Found | undefined {
  if (!(error instanceof Error)) return undefined
  if ('errcode' in error) {
    const trouble = findSqliteTrouble(dataDir, Number(error.errcode))
    if (trouble !== undefined) return { trouble, reason: error.message }
  }
  // A concurrent backup has troubles with its own folder.
  const isHere = 'path' in error ? String(error.path).startsWith(dataDir) : isOwnWrite
  if ('code' in error && isHere) {
    const trouble = error.code === 'EIO' ? 'damaged' : troubleOf(error)
    if (trouble !== undefined) return { trouble, reason: String(error.code) }
  }
  return findTrouble(dataDir, error.cause, isOwnWrite)
}

/** SQLite often reports only an I/O error; a probe of the folder finds the cause. */
function findSqliteTrouble(dataDir: string, errcode: number): Trouble | undefined {
  const isWrite = WRITE_CODES.has(errcode)
  const trouble = isWrite ? 'not written' : SQLITE_TROUBLES[errcode & PRIMARY_CODE]
  const isAsked = trouble === 'not written' || trouble === 'not writable'
  return (isAsked ? troubleOf(probeFolder(dataDir)) : undefined) ?? trouble
}

function describe(dataDir: string, trouble: Trouble, reason: string): string {
  switch (trouble) {
    case 'no folder':
      return `ALCOVE_DATA_DIR is ${dataDir}, which is not a folder (${reason}): name another one, or move away what is in its place.`
    case 'not writable':
      return `The data folder ${dataDir} cannot be written (${reason}): let the user that runs Alcove write there, or name another folder in ALCOVE_DATA_DIR.`
    case 'full':
      return `The disk of the data folder ${dataDir} is full (${reason}): free some space on it, such as old logs and backups, or move the whole folder to a larger disk and name it in ALCOVE_DATA_DIR. Nothing in it is damaged, and nothing needs to be restored.`
    case 'not written':
      return `A write to the data folder ${dataDir} failed (${reason}): see whether a quota or a limit of file sizes is reached, and what the system's log says of the disk. What was stored before is not affected.`
    case 'damaged':
      return `The database in the data folder ${dataDir} cannot be read (${reason}): see with "${PROGRAM} doctor" what is damaged, and restore a backup into an empty folder.`
    case 'held':
      return `Another program holds the database in the data folder ${dataDir} (${reason}): end it, and start again.`
    default:
      return trouble satisfies never
  }
}
