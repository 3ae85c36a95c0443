import type { Scope } from './scope.ts'

/** `pending`: an address was given out. `ready`: its bytes are there and were looked at. */
export type FileState = 'pending' | 'ready'

export interface FileRow {
  /** Random; names the object in the file store and the stored URL. */
  readonly key: string
  readonly scope: Scope
  /** As the user named it: for people only, never a path. */
  readonly filename: string
  /** What the caller said it is, and how long; `null` when not said. */
  readonly declaredType: string | null
  readonly declaredBytes: number | null
  /** What it is, after its bytes were looked at. */
  readonly mediaType: string | null
  readonly bytes: number | null
  readonly state: FileState
  /** Where it was sent; `null`: nowhere yet. */
  readonly threadId: string | null
  readonly createdAt: string
}

export interface FileQueries {
  create(file: Omit<FileRow, 'createdAt' | 'threadId'>): Promise<void>
  find(scope: Scope, key: string): Promise<FileRow | undefined>
  /** For addresses that carry their own proof. */
  findByKey(key: string): Promise<FileRow | undefined>
  /** Once: false when the file is ready already, or gone. */
  markReady(
    key: string,
    facts: { readonly mediaType: string; readonly bytes: number },
  ): Promise<boolean>
  /** Files that a message of the thread names belong to it from now on. */
  attach(scope: Scope, threadId: string, keys: readonly string[]): Promise<void>
  /** Bytes of the user's files: ready ones, and declared ones that are still pending. */
  usedBytes(scope: Scope): Promise<number>
  /**
   * Rows whose objects can go: never sent and older than `before`, or of a thread that is gone.
   * At most `limit`.
   */
  listOrphans(before: string, limit: number): Promise<readonly FileRow[]>
  remove(keys: readonly string[]): Promise<void>
}
