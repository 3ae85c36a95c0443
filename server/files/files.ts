import type { JsonObject } from '../../shared/json.ts'
import type { Limits } from '../limits/limits.ts'
import type { FileQueries, FileRow, Scope } from '../store/store.ts'
import type { GuardedFetch } from './fetch/guarded-fetch.ts'
import type { FreeSpace } from './free-space.ts'
import type { MissedUploads } from './missed-uploads.ts'
import type { ObjectStore } from './object-store.ts'
import type { AddressFull } from './upload-gate.ts'

/** What files need from the rest of the server. */
export interface FileParts {
  readonly rows: FileQueries
  readonly objects: ObjectStore
  /** Free space of the disk that holds the objects. */
  readonly space: FreeSpace
  readonly limits: Pick<Limits, 'amount' | 'takeUploadBytes'>
  /** Bytes of all files of a project, a few seconds old at most. */
  readonly projectBytes: (projectId: string) => Promise<number>
  /** Told of each refusal because a project's room is used up, for all users or for visitors alone. */
  readonly onFull: (projectId: string, forWhom: 'everybody' | 'visitors') => Promise<void>
  /** Visitors of an address send as many files at once as they may: called at each refusal. */
  readonly onAddressFull: AddressFull
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
  /** Told, of each look, how many uploads that browsers were to put into a bucket came there. */
  readonly onMissedUploads: (counts: MissedUploads) => void
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
  /** Stable: what messages store. */
  readonly publicUrl: string
  /** How long it is kept unless a message names it. */
  readonly keptSeconds: number
}

export interface PresignedRead {
  readonly key: string
  readonly signedUrl: string
  readonly expiresAt: string
}

/** A file as a model gets it. */
export interface FileContent {
  readonly bytes: Uint8Array
  /** What the bytes say, whatever the caller said. */
  readonly mediaType: string
  readonly filename: string
}

/** Who asks; how much they may store follows from `kind`. */
export interface FileOwner extends Scope {
  readonly kind: 'anonymous' | 'host' | 'claimed'
  /** Where the call came from. */
  readonly address?: string
}

export interface PdfRequest {
  /** A data URL or base64. */
  readonly blob?: string
  /** A stored URL of ours, or a public address. */
  readonly url?: string
  /** Where the call came from: the turns of those without a name are counted by it. */
  readonly address: string
  /** Whether this server may fetch a public address for them. */
  readonly mayFetch: boolean
}

/** Attachments: where they are put, what they are, who may read them. */
export interface Files {
  /**
   * @param base the project's base as the caller wrote it, for the stable URL: `https://x` or `https://x/p/shop`.
   * @throws AlcoveError `quota_exceeded`, `rate_limited`, `too_large`, `unsupported_media_type`,
   * `unavailable` when there is no room.
   */
  requestUpload(owner: FileOwner, base: string, upload: UploadRequest): Promise<PresignedUpload>
  /** A file of the caller by key or stored URL; undefined when there is none. */
  find(scope: Scope, keyOrUrl: string): Promise<FileRow | undefined>
  /**
   * An address that opens the file for five minutes.
   *
   * @param base the project's base as the caller wrote it: where this server is.
   * @throws AlcoveError `not_found` when the upload never came, `file_rejected` and the errors of an
   * upload when it turns out to be nothing that is taken.
   */
  presignRead(base: string, file: FileRow): Promise<PresignedRead>
  /**
   * The bytes, sniffed.
   *
   * @throws AlcoveError as {@link Files.presignRead}.
   */
  read(file: FileRow): Promise<FileContent>
  /** Keeps a file that came inside of a call, as a data URL. Same errors as an upload. */
  keep(owner: FileOwner, base: string, dataUrl: string, filename: string): Promise<FileRow>
  /** How long a file of a user is kept unless a message names it. */
  keptSeconds(userId: string): number
  /** The stable URL of a file. */
  publicUrl(base: string, key: string): string
  /** Keys of the stored and signed URLs of ours anywhere in a message's content. */
  keysIn(content: JsonObject): readonly string[]
  /**
   * Contents, in order, with each stored URL of the scope's files replaced by one that opens it. Only a
   * string that is nothing but such a URL counts, whatever origin it names: services move, keys stay.
   */
  withReadUrls(
    scope: Scope,
    base: string,
    contents: readonly JsonObject[],
  ): Promise<readonly JsonObject[]>
  /** Content with each signed URL of ours put back into the stored form. */
  withStoredUrls(base: string, content: JsonObject): JsonObject
  /**
   * A PDF's pages as PNG images, stored as files of the caller. One PDF of a user, or of all
   * visitors of one address, at a time.
   *
   * @param signal ends the work, for a caller who went away.
   * @throws AlcoveError `file_rejected` with the sentence for the caller, a busy error when too many wait
   * or the file got too little of the processor, and the errors of an upload.
   */
  pdfToImages(
    owner: FileOwner,
    base: string,
    pdf: PdfRequest,
    signal?: AbortSignal,
  ): Promise<readonly string[]>
  /** Removes at once those of these files that no message names; the room that they took is free. */
  discard(keys: readonly string[]): Promise<void>
  /** Looks whether uploads came whose addresses in a bucket this process gave out. */
  reportMissed(): Promise<void>
  /** Removes what nobody needs any more. Returns how many objects went. */
  sweep(): Promise<number>
  /** Removes objects, not rows. */
  removeObjects(keys: readonly string[]): Promise<void>
}
