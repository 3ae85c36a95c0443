import { join } from 'node:path'
import { createDiskStore } from './disk-store.ts'
import type { ObjectStore } from './object-store.ts'
import type { S3Settings } from './s3-client.ts'
import { createS3Store } from './s3-store.ts'

/** Below the data folder. */
export const FILES_FOLDER = 'files'

export interface ObjectPlace {
  readonly dataDir: string
  /** Undefined: the data folder. */
  readonly objectStore: S3Settings | undefined
}

/** Opens the store of files: the data folder, or a bucket. */
export const openObjects = (
  { dataDir, objectStore }: ObjectPlace,
  now: () => number,
): ObjectStore =>
  objectStore === undefined
    ? createDiskStore(join(dataDir, FILES_FOLDER))
    : createS3Store(objectStore, now)
