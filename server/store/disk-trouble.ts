import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** How a write to a folder fails when the folder, not the program, is at fault. */
export type DiskTrouble = 'no folder' | 'not writable' | 'full'

const TROUBLES: Readonly<Record<string, DiskTrouble>> = {
  EEXIST: 'no folder',
  ENOTDIR: 'no folder',
  EACCES: 'not writable',
  EPERM: 'not writable',
  EROFS: 'not writable',
  ENOENT: 'not writable',
  ENOSPC: 'full',
  // A quota, and a limit of the size of files, are room that is used up as well.
  EDQUOT: 'full',
  EFBIG: 'full',
}

/** The kind of a file system's error; undefined for any other error. */
export const troubleOf = (error: unknown): DiskTrouble | undefined =>
  error instanceof Error && 'code' in error ? TROUBLES[String(error.code)] : undefined

/** A fixed name: a process that dies during a probe leaves one file at most. */
export const PROBE_FILE = '.probe'
/** More than SQLite's shared memory, its first allocation, takes. */
export const PROBE = Buffer.alloc(65_536)
const OWNER_ONLY = 0o600

/** The file system's error for a small file in this folder; undefined when it takes one. */
export function probeFolder(folder: string): unknown {
  const path = join(folder, PROBE_FILE)
  try {
    writeFileSync(path, PROBE, { mode: OWNER_ONLY, flush: true })
    return undefined
  } catch (error) {
    return error
  } finally {
    tryToRemove(path)
  }
}

function tryToRemove(path: string) {
  try {
    rmSync(path, { force: true })
  } catch {
    // A folder that takes no file holds no probe.
  }
}
