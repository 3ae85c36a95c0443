import type { JsonObject } from '../../shared/json.ts'
import type { Limits } from '../limits/limits.ts'
import type { FileQueries, FileRow, Scope } from '../store/store.ts'
import type { GuardedFetch } from './fetch/guarded-fetch.ts'
import type { FreeSpace } from './free-space.ts'
import type { MissedUploads } from './missed-uploads.ts'
import type { ObjectStore } from './object-store.ts'
import type { AddressFull } from './upload-gate.ts'

/** Dependencies of files on the rest of the server. */
export interface FileParts {
  readonly rows: FileQueries
  readonly objects: ObjectStore
  /** Free space of the disk that holds the objects. */
  readonly space: FreeSpace
  readonly limits: Pick<Limits, 'amount' | 'takeUploadBytes'>
  /** Bytes of all files of a project, at most a few seconds old. */
  readonly projectBytes: (projectId: string) => Promise<number>
  /** Called for each refusal because a project's quota is used up, for all users or for visitors alone. */
  readonly onFull: (projectId: string, forWhom: 'everybody' | 'visitors') => Promise<void>
  /** Called for each refusal because the visitors of an address have their maximum of concurrent uploads. */
  readonly onAddressFull: AddressFull
  /** Signs addresses: a separate key of at least 32 bytes. */
  readonly signingKey: Uint8Array
  readonly now: () => number
  /** `ALCOVE_FILES_URL`: a separate origin for files; undefined: that of the caller's base. */
  readonly filesOrigin: string | undefined
  /** Types that a project accepts; undefined: any. */
  readonly fileTypesOf: (
    projectId: string,
  ) => Promise<readonly string[] | undefined> | readonly string[] | undefined
  /** True if a project answers, and accepts writes. */
  readonly isOpen: (projectId: string, writes: boolean) => Promise<boolean> | boolean
  /** True if no server vouched for a user's id: such users have the smaller limits. */
  readonly isUnnamed: (userId: string) => boolean
  /** For `file_url`. */
  readonly fetch: GuardedFetch
  /** Called after each check with the number of expected uploads to a bucket that came, or did not. */
  readonly onMissedUploads: (counts: MissedUploads) => void
  /** Called when an accepted file is wanted, and the store of objects does not have it. */
  readonly onLost: (file: FileRow) => void
}

export const scopeOf = ({ projectId, workspaceId, userId }: Scope): Scope => ({
  projectId,
  workspaceId,
  userId,
})

export interface UploadRequest {
  readonly filename: string
  readonly contentType?: string
  /** Bytes. */
  readonly contentLength?: number
}

export interface PresignedUpload {
  readonly key: string
  readonly signedUrl: string
  /** ISO 8601, UTC. */
  readonly expiresAt: string
  /** Stable URL, which messages store. */
  readonly publicUrl: string
  /** Time until it is removed, unless a message refers to it. */
  readonly keptSeconds: number
}

export interface PresignedRead {
  readonly key: string
  readonly signedUrl: string
  readonly expiresAt: string
}

/** A file for a model. */
export interface FileContent {
  readonly bytes: Uint8Array
  /** Detected from the bytes, regardless of the caller's claim. */
  readonly mediaType: string
  readonly filename: string
}

/** The caller, whose `kind` decides the quota. */
export interface FileOwner extends Scope {
  readonly kind: 'anonymous' | 'host' | 'claimed'
  /** Address of the call. */
  readonly address?: string
}

export interface PdfRequest {
  /** A data URL or base64. */
  readonly blob?: string
  /** A stored URL of ours, or a public address. */
  readonly url?: string
  /** Address of the call, by which the queue counts visitors without a name. */
  readonly address: string
  /** True if this server may fetch a public address for the caller. */
  readonly mayFetch: boolean
}

/** Attachments: their upload, inspection and access. */
export interface Files {
  /**
   * @param base the project's base as the caller wrote it, for the stable URL: `https://x` or
   * `https://x/p/shop`.
   * @throws AlcoveError `quota_exceeded`, `rate_limited`, `too_large`, `unsupported_media_type`,
   * `unavailable` if the disk has no space.
   */
  requestUpload(owner: FileOwner, base: string, upload: UploadRequest): Promise<PresignedUpload>
  /** A file of the caller by key or stored URL; undefined if there is none. */
  find(scope: Scope, keyOrUrl: string): Promise<FileRow | undefined>
  /**
   * An address that opens the file for five minutes.
   *
   * @param base the project's base as the caller wrote it, with this server's address.
   * @throws AlcoveError `not_found` if the upload never came, `file_rejected` and the errors of an upload if
   * it is not accepted.
   */
  presignRead(base: string, file: FileRow): Promise<PresignedRead>
  /**
   * The bytes, with their detected type.
   *
   * @throws AlcoveError as {@link Files.presignRead}.
   */
  read(file: FileRow): Promise<FileContent>
  /** Stores an inline file of a call, given as a data URL. Same errors as an upload. */
  keep(owner: FileOwner, base: string, dataUrl: string, filename: string): Promise<FileRow>
  /** Time in seconds until a user's file is removed, unless a message refers to it. */
  keptSeconds(userId: string): number
  /** The stable URL of a file. */
  publicUrl(base: string, key: string): string
  /** Keys of our stored and signed URLs anywhere in a message's content. */
  keysIn(content: JsonObject): readonly string[]
  /**
   * Contents, in order, with each stored URL of the scope's files replaced by one that opens it. Only a
   * string that is such a URL as a whole counts, with any origin: services move, keys stay.
   */
  withReadUrls(
    scope: Scope,
    base: string,
    contents: readonly JsonObject[],
  ): Promise<readonly JsonObject[]>
  /** Content with each of our signed URLs replaced by the stored form. */
  withStoredUrls(base: string, content: JsonObject): JsonObject
  /**
   * A PDF's pages as PNG images, stored as files of the caller. One PDF of a user, or of all visitors of one
   * address, at a time.
   *
   * @param signal aborts the work, for a caller that left.
   * @throws AlcoveError `file_rejected` with the sentence for the caller, a busy error if too many wait or
   * the file got too little processor time, and the errors of an upload.
   */
  pdfToImages(
    owner: FileOwner,
    base: string,
    pdf: PdfRequest,
    signal?: AbortSignal,
  ): Promise<readonly string[]>
  /** Removes the files among these that no message refers to; their bytes are free again. */
  discard(keys: readonly string[]): Promise<void>
  /** Checks whether the uploads came for which this process issued addresses in a bucket. */
  reportMissed(): Promise<void>
  /** Removes expired files. Returns how many objects were removed. */
  sweep(): Promise<number>
  /** Removes objects, not rows. */
  removeObjects(keys: readonly string[]): Promise<void>
}
