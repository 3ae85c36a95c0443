import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'
import { startKeptServer } from './kept-server.ts'

/** On Linux a folder whose files are memory. A container's own is often too small. */
const MEMORY_PLACE = '/dev/shm'
/** Several times what all integration tests keep there at once. */
const NEEDED_BYTES = 6 * 1024 ** 3

export interface MemoryFolder {
  readonly path: string
  /** Removes it with all that is in it. Harmless when called again. */
  remove(): Promise<void>
}

/**
 * A folder in memory, for data that no test looks for after a power cut: a database waits for no disk
 * there. It goes with this process, however that ends. Undefined where the machine has no room for it.
 */
export function createMemoryFolder(): MemoryFolder | undefined {
  if (readFreeBytes() < NEEDED_BYTES) return undefined
  const path = mkdtempSync(join(MEMORY_PLACE, 'alcove-'))
  // Postgres may run as another user, in a folder of its own below.
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
