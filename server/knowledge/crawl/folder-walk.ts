import { constants, type Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { DOCUMENT_MAX_BYTES } from './document-limits.ts'
import type { Fetched, Listing, Walk } from './fetched.ts'
import { createPathFilter, isAsset } from './path-filter.ts'
import type { SourceSettings } from '../source-settings.ts'

/** Entries of a folder that a walk looks at. */
const FOLDER_ENTRIES_MAX = 200_000
const LEFT_OUT: readonly string[] = ['node_modules']
const FOUND_PER_CALL = 100

interface Place {
  /** Folder that holds the documents. */
  readonly root: string
  readonly settings: SourceSettings
}

/**
 * Walks over a folder. Links are not followed: what they lead to inside of the folder is found without them.
 *
 * @param entriesMax a test needs fewer.
 */
export function createFolderWalk(
  root: string,
  settings: SourceSettings,
  entriesMax = FOLDER_ENTRIES_MAX,
): Walk {
  const takes = createPathFilter(settings)
  return {
    async list(add) {
      const walk = listFiles(root, entriesMax)
      const found: string[] = []
      const tell = async () => {
        const paths = found.splice(0).filter((path) => takes(path) && !isAsset(path))
        await add(paths.map((address) => ({ address, depth: 0, modifiedAt: null })))
      }
      for (;;) {
        const { value, done } = await walk.next()
        if (done === true) {
          await tell()
          return value
        }
        found.push(value)
        if (found.length >= FOUND_PER_CALL) await tell()
      }
    },
    fetch: ({ address }) => readFileOf({ root, settings }, address),
    linksOf: () => [],
    takes: (address) => takes(address) && !isAsset(address),
  }
}

/** A single file as a source. */
export function createFileWalk(path: string, settings: SourceSettings): Walk {
  const address = basename(path)
  return {
    async list(add) {
      await add([{ address, depth: 0, modifiedAt: null }])
      return { isWhole: true, problems: [] }
    },
    fetch: () => readFileOf({ root: dirname(path), settings }, address),
    linksOf: () => [],
    takes: () => true,
  }
}

async function* listFiles(root: string, entriesMax: number): AsyncGenerator<string, Listing, void> {
  const folders = ['']
  const problems: string[] = []
  let count = 0
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    let entries: Dirent[]
    try {
      entries = await readdir(join(root, folder), { withFileTypes: true })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      problems.push(`The folder ${join(root, folder)} cannot be read (${code}).`)
      continue
    }
    count += entries.length
    if (count > entriesMax) {
      problems.push(
        `The folder has more than ${entriesMax} entries, and the rest was left out: add a smaller one.`,
      )
      return { isWhole: false, problems }
    }
    entries.sort((one, other) => (one.name < other.name ? -1 : 1))
    for (const entry of entries) {
      if (entry.name.startsWith('.') || LEFT_OUT.includes(entry.name)) continue
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) folders.push(path)
      else if (entry.isFile()) yield path
    }
  }
  return { isWhole: problems.length === 0, problems }
}

async function readFileOf({ root, settings }: Place, address: string): Promise<Fetched> {
  try {
    // A link may have come in place of the file since the walk.
    const file = await open(join(root, address), constants.O_RDONLY | constants.O_NOFOLLOW)
    try {
      const { size, mtime } = await file.stat()
      if (size > DOCUMENT_MAX_BYTES) {
        const detail = `It has ${size} bytes; at most ${DOCUMENT_MAX_BYTES} are read.`
        return { type: 'failed', address, reason: 'too_large', detail }
      }
      return {
        type: 'document',
        address,
        url: webAddressOf(settings, address),
        bytes: await file.readFile(),
        mediaType: undefined,
        charset: undefined,
        language: null,
        etag: null,
        lastModified: mtime.toISOString(),
        isHidden: false,
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { type: 'gone', address, detail: 'The file is not there.' }
    const detail = `The file cannot be opened (${code}).`
    return { type: 'failed', address, reason: 'unreachable', detail }
  }
}

/** The address of a file below the base of its source. */
function webAddressOf({ base }: SourceSettings, address: string): string | null {
  if (base === undefined) return null
  const folder = base.endsWith('/') ? base : `${base}/`
  return new URL(address.split('/').map(encodeURIComponent).join('/'), folder).href
}
