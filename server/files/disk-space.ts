import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PROBE, PROBE_FILE } from '../store/disk-trouble.ts'

/** Free bytes on the fullest of the disks of these folders. */
export async function askFreeBytes(folders: readonly string[]): Promise<number> {
  return Math.min(...(await Promise.all(folders.map(freeBytesAt))))
}

const OWNER_ONLY_FILE = 0o600
const OWNER_ONLY_FOLDER = 0o700

/**
 * Checks that a file can be written to this folder, which is created if it is missing.
 *
 * @throws the file system's error.
 */
export async function checkFolder(folder: string): Promise<void> {
  const path = join(folder, PROBE_FILE)
  await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER })
  try {
    await writeFile(path, PROBE, { mode: OWNER_ONLY_FILE, flush: true })
  } finally {
    await rm(path, { force: true }).catch(() => {})
  }
}

async function freeBytesAt(folder: string): Promise<number> {
  try {
    const { bavail, bsize, blocks } = await statfs(folder)
    // Some network file systems report a size of 0.
    return blocks === 0 ? Infinity : bavail * bsize
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    // A missing folder is created with the first file, on the disk of its parent.
    if (isMissing && dirname(folder) !== folder) return freeBytesAt(dirname(folder))
    throw error
  }
}
