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
  /** Where it was sent, the last of such threads; `null`: nowhere yet. */
  readonly threadId: string | null
  readonly createdAt: string
}

export type NewFile = Omit<FileRow, 'createdAt' | 'threadId'>

export interface FileQueries {
  /**
   * Adds a file. With `maxBytes`, only when it fits into what its user may store, with all files that
   * are added at the same moment; one of unknown length needs a byte. Whether it was added.
   */
  create(file: NewFile, maxBytes?: number): Promise<boolean>
  /**
   * Counts a pending file with that length from now on, when it fits into what its user may store.
   * Whether it fits.
   */
  reserve(file: Pick<FileRow, 'scope' | 'key'>, bytes: number, maxBytes: number): Promise<boolean>
  /** No file is found once its thread is gone, whenever its object goes. */
  find(scope: Scope, key: string): Promise<FileRow | undefined>
  /** Those of them that are there, in no order. */
  findMany(scope: Scope, keys: readonly string[]): Promise<readonly FileRow[]>
  /** For addresses that carry their own proof. */
  findByKey(key: string): Promise<FileRow | undefined>
  /** Once: false when the file is ready already, or gone. */
  markReady(
    key: string,
    facts: { readonly mediaType: string; readonly bytes: number },
  ): Promise<boolean>
  /**
   * Files that a message of the thread names live as long as it, or as another thread that names
   * them; those that go already, never.
   */
  attach(scope: Scope, threadId: string, keys: readonly string[]): Promise<void>
  /** Bytes of the user's files: ready ones, and declared ones that are still pending. */
  usedBytes(scope: Scope): Promise<number>
  /**
   * Keys of files that can go: never sent and older than `before`, or of a thread that is gone. Nobody
   * finds or sends them from now on; their rows come again until they are removed, after a crash too.
   * At most `limit`, those of gone threads first, then the oldest.
   */
  takeOrphans(before: string, limit: number): Promise<readonly string[]>
  /** Those of them that no thread names. Nobody finds or sends them from now on. */
  takeUnsent(keys: readonly string[]): Promise<readonly string[]>
  remove(keys: readonly string[]): Promise<void>
}
