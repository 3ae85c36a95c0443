import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Kinds of failed writes to a folder for which the folder, not the program, is at fault. */
export type DiskTrouble = 'no folder' | 'not writable' | 'full'

const TROUBLES: Readonly<Record<string, DiskTrouble>> = {
  EEXIST: 'no folder',
  ENOTDIR: 'no folder',
  EACCES: 'not writable',
  EPERM: 'not writable',
  EROFS: 'not writable',
  ENOENT: 'not writable',
  ENOSPC: 'full',
  // Quotas and limits of file sizes count as a full disk.
  EDQUOT: 'full',
  EFBIG: 'full',
}

/** The kind of a file system's error; undefined for any other error. */
export const troubleOf = (error: unknown): DiskTrouble | undefined =>
  error instanceof Error && 'code' in error ? TROUBLES[String(error.code)] : undefined

/** A fixed name: a process that dies during a probe leaves at most one file. */
export const PROBE_FILE = '.probe'
/** More than SQLite's shared memory, its first allocation. */
export const PROBE = Buffer.alloc(65_536)
const OWNER_ONLY = 0o600

/** The file system's error for a small file in this folder; undefined if the write works. */
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
    // Without a written file there is nothing to remove.
  }
}
