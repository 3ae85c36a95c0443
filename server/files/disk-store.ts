import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { AlcoveError } from '../../shared/errors.ts'
import { inWords } from './no-space.ts'
import { incomingName, isFileKey, type ServedObjects } from './object-store.ts'
import {
  createSizeError,
  PART_SUFFIX,
  receiveUpload,
  UPLOAD_GAP_TIMEOUT_MS,
} from './receive-upload.ts'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600
/** `file_` and then the folders `ab` and `cd` of `file_abcd…`. */
const FAN_OUT_START = 5
const FAN_OUT_LENGTH = 2
const INCOMING = 'incoming'
/** Partial uploads without a write for this long may be removed. */
export const DEAD_PART_MS = 2 * UPLOAD_GAP_TIMEOUT_MS

/** Objects as files below `folder`, readable only for the user of this process. */
export function createDiskStore(folder: string): ServedObjects {
  const pathOf = (name: string) => join(folder, relativePath(name))

  return {
    kind: 'served',

    async put(name, bytes) {
      // Partial files are beside the uploads, since a single listing finds all remains of a crash.
      const partPath = join(folder, INCOMING, `${randomUUID()}${PART_SUFFIX}`)
      await inWords(() => writeWhole(partPath, pathOf(name), bytes))
    },

    async get(name, maxBytes) {
      const file = await openIfThere(pathOf(name))
      if (!file) return undefined
      try {
        const { size } = await file.stat()
        if (size > maxBytes) throw createSizeError(maxBytes)
        return await file.readFile()
      } finally {
        await file.close()
      }
    },

    async size(name) {
      const found = await ifThere(stat(pathOf(name)))
      return found?.size
    },

    async open(name) {
      const file = await openIfThere(pathOf(name))
      if (!file) return undefined
      const { size } = await file.stat()
      // The stream closes the file, when it ends and when its reader leaves.
      const body = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>
      return { bytes: size, body }
    },

    async receive(key, body, maxBytes, onWritten) {
      const path = pathOf(incomingName(key))
      await inWords(() => makeFolder(dirname(path)))
      return receiveUpload(path, body, maxBytes, onWritten && { onWritten })
    },

    async remove(names) {
      let count = 0
      for (const name of names) count += await removeFile(pathOf(name))
      return count
    },

    async removeIncoming(before, isAwaited) {
      const names = (await ifThere(readdir(join(folder, INCOMING)))) ?? []
      let count = 0
      for (const name of names) {
        const path = join(folder, INCOMING, name)
        const found = await ifThere(stat(path))
        if (!found) continue
        // An active upload writes before its gap ends; a partial file without writes was left by a crash.
        const isHalf = name.endsWith(PART_SUFFIX)
        const limit = isHalf
          ? Math.max(before.getTime(), Date.now() - DEAD_PART_MS)
          : before.getTime()
        if (found.mtimeMs >= limit) continue
        if (!isFileKey(name) || !(await isAwaited(name))) count += await removeFile(path)
      }
      return count
    },
  }
}

/** Builds a path from a place and a key of ours, and nothing else. */
function relativePath(name: string): string {
  const [place, key = '', ...rest] = name.split('/')
  if (!isFileKey(key) || rest.length > 0) throw createNameError(name)
  switch (place) {
    case INCOMING:
      return join(INCOMING, key)
    case 'files': {
      const random = key.slice(FAN_OUT_START)
      const [first, second] = [
        random.slice(0, FAN_OUT_LENGTH),
        random.slice(FAN_OUT_LENGTH, 2 * FAN_OUT_LENGTH),
      ]
      return join(first, second, key)
    }
    default:
      throw createNameError(name)
  }
}

const createNameError = (name: string): AlcoveError =>
  new AlcoveError('internal', `${JSON.stringify(name)} names no object.`)

/** On the disk when it returns, even after a loss of power. */
async function writeWhole(partPath: string, path: string, bytes: Uint8Array): Promise<void> {
  await makeFolder(dirname(partPath))
  await makeFolder(dirname(path))
  try {
    const file = await open(partPath, 'wx', PRIVATE_FILE)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(partPath, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(partPath, { force: true })
    throw error
  }
}

const makeFolder = (path: string) => mkdir(path, { recursive: true, mode: PRIVATE_FOLDER })

async function syncFolder(path: string): Promise<void> {
  // Windows does not open folders; its rename needs no sync.
  const folder = await open(path, 'r').catch(() => undefined)
  await folder?.sync().catch(() => {})
  await folder?.close()
}

async function removeFile(path: string): Promise<number> {
  if ((await ifThere(stat(path))) === undefined) return 0
  await rm(path, { force: true })
  return 1
}

const openIfThere = (path: string) => ifThere(open(path, 'r'))

async function ifThere<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
