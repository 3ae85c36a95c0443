import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AlcoveError } from '../../shared/errors.ts'
import { DATABASE_FILE } from './dialect-sqlite.ts'

export const LOCK_FILE = 'server.lock'
const SQLITE_BUSY = 5

export interface ProcessLock {
  /** Harmless when called again. */
  release(): void
}

/**
 * Makes this process the folder's only server until it releases the lock or dies, however it dies:
 * the operating system holds the lock for SQLite. A file of its own, so that the database itself
 * stays readable for backups and the `sqlite3` command.
 *
 * @throws AlcoveError `conflict` when another process has the folder.
 */
export function takeProcessLock(dataDir: string): ProcessLock {
  const path = join(dataDir, LOCK_FILE)
  // Nothing of ours removes it: where it is gone, a server may still hold the one that was there.
  if (!existsSync(path)) requireUnused(dataDir)
  const lock = new DatabaseSync(path, { timeout: 0 })
  try {
    // A rollback journal on disk would outlive a killed process.
    lock.exec('pragma journal_mode = memory')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    if (isBusy(error)) throw createInUseError(dataDir, error)
    throw error
  }
  return {
    release() {
      if (lock.isOpen) lock.close()
    },
  }
}

/** SQLite itself knows whether anybody has the database open. */
function requireUnused(dataDir: string): void {
  const path = join(dataDir, DATABASE_FILE)
  if (!existsSync(path)) return
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive')
    database.exec('begin exclusive')
    database.exec('rollback')
  } catch (error) {
    // Whatever else is wrong with it is told by whoever opens it next.
    if (isBusy(error)) throw createInUseError(dataDir, error)
  } finally {
    database.close()
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
}

function createInUseError(dataDir: string, cause: unknown): AlcoveError {
  return new AlcoveError(
    'conflict',
    `Another Alcove server is using the data folder ${dataDir}. Stop that server, or give this one ` +
      'its own folder with ALCOVE_DATA_DIR. To run several servers on the same data, set DATABASE_URL.',
    { cause },
  )
}
