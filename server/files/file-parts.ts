import { amountFor, type Limits } from '../limits/limits.ts'
import type { FileQueries, FileRow, Scope } from '../store/store.ts'
import type { GuardedFetch } from './fetch/guarded-fetch.ts'
import type { FileOwner } from './files.ts'
import type { ObjectStore } from './object-store.ts'

/** What files need from the rest of the server. */
export interface FileParts {
  readonly rows: FileQueries
  readonly objects: ObjectStore
  readonly limits: Pick<Limits, 'amount'>
  /** Signs addresses: a key of its own, at least 32 bytes. */
  readonly signingKey: Uint8Array
  readonly now: () => number
  /** `ALCOVE_FILES_URL`: an origin of its own for files; undefined: that of the caller's base. */
  readonly filesOrigin: string | undefined
  /** Types that a project takes; undefined: any. */
  readonly fileTypesOf: (
    projectId: string,
  ) => Promise<readonly string[] | undefined> | readonly string[] | undefined
  /** Whether a project answers, and takes something new. */
  readonly isOpen: (projectId: string, writes: boolean) => Promise<boolean> | boolean
  /** Whether a user's id is one that nobody vouched for: those have the smaller limits. */
  readonly isUnnamed: (userId: string) => boolean
  /** For `file_url`. */
  readonly fetch: GuardedFetch
}

export const maxFileBytes = ({ limits }: Pick<FileParts, 'limits'>, owner: FileOwner): number =>
  amountFor(limits, owner, 'anonymousFileBytes', 'fileBytes')

export const maxStorageBytes = ({ limits }: Pick<FileParts, 'limits'>, owner: FileOwner): number =>
  amountFor(limits, owner, 'anonymousStorageBytes', 'userStorageBytes')

/** Who owns a file, as its row says. */
export function ownerOf({ isUnnamed }: FileParts, { scope }: Pick<FileRow, 'scope'>): FileOwner {
  return { ...scope, kind: isUnnamed(scope.userId) ? 'anonymous' : 'host' }
}

export const scopeOf = ({ projectId, workspaceId, userId }: Scope): Scope => ({
  projectId,
  workspaceId,
  userId,
})
