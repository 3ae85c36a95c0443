import { execFileSync } from 'node:child_process'
import {
  mkdtempSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Reason for skipping tests that need a volume. */
export const NO_VOLUME = 'this user may not mount a file system (mount -t tmpfs)'

/** A file system of a few MiB, so that tests can fill a real disk. */
export interface SmallVolume {
  /** Mount point. */
  readonly path: string
  /** Free space, in bytes. */
  freeBytes(): number
  /** Fills the volume until only `leftBytes`, a multiple of a page, are free. */
  fill(leftBytes?: number): void
  /** Removes the data of {@link SmallVolume.fill}. */
  clear(): void
  /** Refuses writes from now on, as after a disk fault. */
  makeReadOnly(): void
  /** Unmounts it. Can be called repeatedly. */
  remove(): void
}

/** Mounts a volume that is removed with this process at the latest; undefined if this user may not mount. */
export function mountSmallVolume(mib: number): SmallVolume | undefined {
  const path = mkdtempSync(join(tmpdir(), 'alcove-volume-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=0755`, 'tmpfs', path], {
      stdio: 'pipe',
    })
  } catch {
    rmdirSync(path)
    return undefined
  }
  let isMounted = true
  function remove() {
    if (!isMounted) return
    isMounted = false
    process.off('exit', remove)
    // Lazily, because a process that just ended may still hold a file.
    execFileSync('umount', ['-l', path])
    rmdirSync(path)
  }
  process.once('exit', remove)
  const filler = join(path, 'filler')
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(path)
    return bavail * bsize
  }
  const clear = () => rmSync(filler, { force: true })
  return {
    path,
    freeBytes,
    fill(leftBytes = 0) {
      clear()
      try {
        writeFileSync(filler, Buffer.alloc(freeBytes() - leftBytes))
      } catch (error) {
        // Another process, such as a database, wrote meanwhile: the volume is full now.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        truncateSync(filler, Math.max(0, statSync(filler).size - leftBytes))
      }
    },
    clear,
    makeReadOnly: () => void execFileSync('mount', ['-o', 'remount,ro', path]),
    remove,
  }
}
