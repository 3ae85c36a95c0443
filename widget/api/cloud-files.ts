import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import type { pdfToImagesBodySchema, presignDownloadBodySchema } from '../../shared/api/files.ts'
import {
  pdfImagesSchema,
  presignedDownloadSchema,
  presignedUploadSchema,
} from '../../shared/wire/files.ts'
import { type Fetch, parseAnswer } from './call.ts'
import type { Requests } from './create-requests.ts'
import { createPlainPutFile, createPutFile, type PutFile } from './put-file.ts'

/** Calls about files: they are loaded when the first file is picked or shown. */
export interface CloudFiles {
  /**
   * Sends a file, and returns the address that messages store.
   *
   * @throws AlcoveError `file_rejected`, `offline`, `call_timeout`; a failed call's.
   */
  uploadFile(
    file: File,
    options: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
  ): Promise<UploadedFile>
  /** A PDF that cannot be read is an answer with `success: false`. */
  pdfToImages(which: { readonly file_url: string }, signal: AbortSignal): Promise<PdfPages>
  /** An address that opens a stored file for some minutes. */
  presignDownload(which: { readonly url: string }, signal: AbortSignal): Promise<string>
}

/** A file that the server has and that no message names yet. */
export interface UploadedFile {
  /** Stable: messages store it. */
  readonly url: string
  readonly key: string | null
  /** Milliseconds since 1970: from then on the server may drop it. Absent: it did not say. */
  readonly endsAt?: number
}

export interface PdfPages {
  readonly success: boolean
  /** In order; each opens its page for some minutes. */
  readonly urls: readonly string[]
  /** Why there are none. */
  readonly message: string
  /** As {@link UploadedFile.endsAt}, of each. */
  readonly endsAt?: number
}

export interface BindFilesWorld {
  readonly fetch: Fetch
  /** Default: uploads go by `fetch`, and tell no progress. */
  readonly createRequest?: (() => XMLHttpRequest) | undefined
}

/** The calls about files, for the identity of these requests. */
export function bindFiles(
  requests: Requests,
  { fetch, createRequest }: BindFilesWorld,
): CloudFiles {
  const putFile = createRequest
    ? createPutFile({ clock: requests.clock, createRequest })
    : createPlainPutFile(fetch)
  return {
    uploadFile: (file, options) => uploadFile(requests, putFile, file, options),
    pdfToImages: (which, signal) => pdfToImages(requests, which, signal),
    presignDownload: (which, signal) => presignDownload(requests, which, signal),
  }
}

const MS_PER_SECOND = 1_000

/** Longer than other calls: the server works on the pages for up to 30 s. */
export const PDF_TIMEOUT_MS = 45_000

const { signedUrl, publicUrl } = presignedUploadSchema.entries
const answeredSchema = v.object({ success: v.boolean() })
/** The key is ours; other servers may leave it out. */
const takenSchema = v.object({
  signedUrl,
  publicUrl,
  key: v.optional(v.string()),
  keptSeconds: v.optional(v.number()),
})
const refusedSchema = v.object({ error: v.optional(v.string()) })

export interface UploadAddress {
  /** Takes one PUT of the file, for a few minutes. */
  readonly signedUrl: string
  /** What messages store. */
  readonly publicUrl: string
  readonly key: string | null
  /** How long the file is kept unless a message names it. Absent: the server did not say. */
  readonly keptSeconds?: number | undefined
}

export interface UploadDescription {
  readonly filename: string
  /** Empty when the browser does not know it. */
  readonly contentType: string
  /** Bytes. */
  readonly size: number
}

export interface UploadOptions {
  readonly signal: AbortSignal
  /** From 0 up to 1. */
  readonly onProgress?: (share: number) => void
}

/** @throws AlcoveError `file_rejected`; a failed call's. */
export async function presignUpload(
  requests: Requests,
  { filename, contentType, size }: UploadDescription,
  signal: AbortSignal,
): Promise<UploadAddress> {
  const type = contentType === '' ? {} : { content_type: contentType }
  const answer = await requests.json(
    {
      method: 'POST',
      path: '/files/attachments/generate-presigned-upload-url',
      body: { filename, ...type, content_length: size },
      mayMint: true,
    },
    signal,
  )
  const isTaken = parseAnswer(answeredSchema, answer).success
  const address = isTaken ? parseAnswer(takenSchema, answer) : null
  if (address && address.signedUrl !== '') return { ...address, key: address.key ?? null }
  const reason = isTaken ? undefined : parseAnswer(refusedSchema, answer).error
  throw new AlcoveError('file_rejected', reason || 'The server takes no such file.')
}

/**
 * Sends a file to where the server says, and returns the address that messages store.
 *
 * @throws AlcoveError `file_rejected`, `offline`, `call_timeout`; a failed call's.
 */
export async function uploadFile(
  requests: Requests,
  putFile: PutFile,
  file: Blob & { readonly name: string },
  { signal, onProgress }: UploadOptions,
): Promise<UploadedFile> {
  // Taken before the call, so that a file ends here no later than at the server.
  const begunAt = requests.clock.now()
  const description = { filename: file.name, contentType: file.type, size: file.size }
  const {
    signedUrl: url,
    publicUrl: stored,
    key,
    keptSeconds,
  } = await presignUpload(requests, description, signal)
  await putFile({ url, file, signal, ...(onProgress ? { onProgress } : {}) })
  return { url: stored, key, ...endOf(begunAt, keptSeconds) }
}

/** Computed from a duration, since the clocks of both sides may differ. */
const endOf = (begunAt: number, keptSeconds: number | undefined) =>
  keptSeconds === undefined ? {} : { endsAt: begunAt + keptSeconds * MS_PER_SECOND }

/** An address that opens a stored file for a few minutes. */
export async function presignDownload(
  requests: Requests,
  which: v.InferInput<typeof presignDownloadBodySchema>,
  signal: AbortSignal,
): Promise<string> {
  const answer = await requests.json(
    {
      method: 'POST',
      path: '/files/attachments/generate-presigned-download-url',
      body: which,
      mayMint: false,
    },
    signal,
  )
  return parseAnswer(v.pick(presignedDownloadSchema, ['signedUrl']), answer).signedUrl
}

/** A PDF that cannot be read is an answer with `success: false`, not an error. */
export async function pdfToImages(
  requests: Requests,
  which: v.InferInput<typeof pdfToImagesBodySchema>,
  signal: AbortSignal,
): Promise<PdfPages> {
  const begunAt = requests.clock.now()
  const answer = await requests.json(
    {
      method: 'POST',
      path: '/files/pdf-to-images',
      body: which,
      mayMint: true,
      limitMs: PDF_TIMEOUT_MS,
    },
    signal,
  )
  const { keptSeconds, ...pages } = parseAnswer(pdfImagesSchema, answer)
  return { ...pages, ...endOf(begunAt, keptSeconds) }
}
