import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startObjectStore } from '../../e2e/object-store/start-object-store.ts'
import type { Engine } from '../../scripts/store-place.ts'
import { createMigratedPlace } from './migrated-place.ts'
import { createFiles } from '../files/create-files.ts'
import { createDiskStore } from '../files/disk-store.ts'
import type { GuardedFetch } from '../files/fetch/guarded-fetch.ts'
import type { FileOwner, PresignedUpload, UploadRequest } from '../files/files.ts'
import { type FreeSpace, UNLIMITED_SPACE } from '../files/free-space.ts'
import type { MissedUploads } from '../files/missed-uploads.ts'
import { createS3Store } from '../files/s3-store.ts'
import { AMOUNT_DEFAULTS, type AmountName } from '../limits/limit-table.ts'
import { openStore } from '../store/store.ts'

const START = Date.parse('2026-11-21T05:00:00.000Z')
export const BASE = 'https://chat.example/p/shop'

export interface FilePlace {
  readonly engine: Engine
  readonly objects: 'disk' | 's3'
}

/** Each database and each store of objects. */
export const FILE_PLACES: readonly FilePlace[] = [
  { engine: 'sqlite', objects: 'disk' },
  { engine: 'postgres', objects: 's3' },
]
/** The same, paired differently: neither knows of the other. */
export const MIXED_FILE_PLACES: readonly FilePlace[] = [
  { engine: 'sqlite', objects: 's3' },
  { engine: 'postgres', objects: 'disk' },
]

export interface FilesWorldOptions extends Partial<FilePlace> {
  readonly postgresUrl?: string
  readonly amounts?: Partial<Record<AmountName, number>>
  readonly fileTypes?: readonly string[]
  readonly filesOrigin?: string
  readonly fetch?: GuardedFetch
  /** Default: unlimited. */
  readonly space?: FreeSpace
  /** False if the project of all files is closed, for writing or reading; default: open. */
  readonly isOpen?: (writes: boolean) => boolean
}

export type FilesWorld = Awaited<ReturnType<typeof createFilesWorld>>

/** Files with their own database and store of objects, and a clock that stands still until moved. */
export async function createFilesWorld({
  engine = 'sqlite',
  objects = 'disk',
  postgresUrl = '',
  amounts = {},
  fileTypes,
  filesOrigin,
  isOpen = () => true,
  space = UNLIMITED_SPACE,
  fetch: fetchFile = () => Promise.reject(new Error('nothing is fetched in this test')),
}: FilesWorldOptions = {}) {
  const place = await createMigratedPlace(engine, postgresUrl)
  const clock = { ms: START }
  const now = () => clock.ms
  const store = await openStore({ ...place, now: () => new Date(clock.ms) })
  const folder = join(place.dataDir, 'files')
  const s3 = objects === 's3' ? await startObjectStore({ now, pageSize: 3 }) : undefined
  const all = { ...AMOUNT_DEFAULTS, ...amounts }
  /** Results of the checks for missing uploads. */
  const looks: MissedUploads[] = []
  /** Bytes that were counted for visitors' addresses. */
  const taken: number[] = []
  /** Groups of users that a full project refused. */
  const full: string[] = []
  /** Keys of files that the store of objects did not have. */
  const lost: string[] = []
  const created = createFiles({
    rows: store.files,
    objects: s3 ? createS3Store(s3.settings, now) : createDiskStore(folder),
    space,
    limits: {
      amount: (_project, name) => all[name],
      takeUploadBytes: async (_subject, bytes) => void taken.push(bytes),
    },
    projectBytes: (projectId) => store.files.projectBytes(projectId),
    onFull: async (_project, forWhom) => void full.push(forWhom),
    onAddressFull: () => {},
    signingKey: randomBytes(32),
    now,
    filesOrigin,
    fileTypesOf: () => fileTypes,
    isOpen: (_project, writes) => isOpen(writes),
    isUnnamed: (userId) => /^usr_(?:anon|key)_/.test(userId),
    fetch: fetchFile,
    onMissedUploads: (counts) => void looks.push(counts),
    onLost: ({ key }) => void lost.push(key),
  })

  /** All calls of this world come from one address. */
  const handleFile = (request: Request) => created.handleFile(request, '203.0.113.9')

  const isOfBucket = (url: string) => s3 !== undefined && url.startsWith(s3.settings.endpoint)

  /** Uploads as a browser does: to this server, or to the store of objects. */
  const put = (url: string, body: BodyInit | null, headers: Record<string, string> = {}) => {
    const init = { method: 'PUT', body, headers, duplex: 'half' }
    return isOfBucket(url) ? fetch(url, init) : handleFile(new Request(url, init))
  }

  return {
    ...created,
    handleFile,
    taken,
    full,
    looks,
    lost,
    store,
    clock,
    folder,
    s3,
    put,
    get: (url: string) => (isOfBucket(url) ? fetch(url) : handleFile(new Request(url))),
    /** Requests an upload address and uploads. */
    async upload(
      owner: FileOwner,
      bytes: Uint8Array<ArrayBuffer>,
      request: Partial<UploadRequest> = {},
    ) {
      const address: PresignedUpload = await created.files.requestUpload(owner, BASE, {
        filename: 'photo.png',
        ...request,
      })
      const type = request.contentType
      const response = await put(
        address.signedUrl,
        bytes,
        type === undefined ? {} : { 'Content-Type': type },
      )
      return { ...address, response }
    },
    async close() {
      await s3?.stop()
      await store.close()
      await place.remove()
    },
  }
}

/** A user of the project `shop`, with a workspace of their own. */
export const ownerNamed = (userId: string, kind: FileOwner['kind'] = 'host'): FileOwner => ({
  projectId: 'shop',
  workspaceId: userId,
  userId,
  kind,
})
