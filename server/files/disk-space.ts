import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** How much of the disks of these folders is free, in bytes: of the fullest of them. */
export async function askFreeBytes(folders: readonly string[]): Promise<number> {
  return Math.min(...(await Promise.all(folders.map(freeBytesAt))))
}

async function freeBytesAt(folder: string): Promise<number> {
  try {
    const { bavail, bsize, blocks } = await statfs(folder)
    // Some network file systems do not tell their size.
    return blocks === 0 ? Infinity : bavail * bsize
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    // It is made for the first file, on the disk of the folder above.
    if (isMissing && dirname(folder) !== folder) return freeBytesAt(dirname(folder))
    throw error
  }
}
