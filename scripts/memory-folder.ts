import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { startKeptServer } from './kept-server.ts'

/** On Linux, a folder in memory. In containers it is often too small. */
const MEMORY_PLACE = '/dev/shm'
/** Several times the space that all integration tests use together. */
const NEEDED_BYTES = 6 * 1024 ** 3

export interface MemoryFolder {
  readonly path: string
  /** Removes it with its content. Can be called repeatedly. */
  remove(): Promise<void>
}

/**
 * A folder in memory for data that does not have to survive a power failure, so that databases wait for no
 * disk. Removed when this process ends, even if it is killed. Undefined if the machine has too little memory.
 */
export function createMemoryFolder(): MemoryFolder | undefined {
  if (readFreeBytes() < NEEDED_BYTES) return undefined
  const path = mkdtempSync(join(MEMORY_PLACE, 'alcove-'))
  // Postgres may run as another user, in a subfolder.
  chmodSync(path, 0o711)
  const keeper = startKeptServer({
    folder: path,
    command: ['sleep', 'infinity'],
    signal: 'KILL',
  })
  return {
    path,
    async remove() {
      await keeper.stop()
      rmSync(path, { recursive: true, force: true })
    },
  }
}

function readFreeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_PLACE)
    return Math.min(bavail * bsize, freemem())
  } catch {
    return 0
  }
}
