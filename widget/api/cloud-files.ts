import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import type { pdfToImagesBodySchema, presignDownloadBodySchema } from '../../shared/api/files.ts'
import {
  pdfImagesSchema,
  presignedDownloadSchema,
  presignedUploadSchema,
} from '../../shared/wire/files.ts'
import { documentAddressSchema } from '../../shared/wire/knowledge.ts'
import { type Fetch, parseAnswer } from './call.ts'
import type { Requests } from './create-requests.ts'
import { createPlainPutFile, createPutFile, type PutFile } from './put-file.ts'

/** Calls about files, loaded when the first file is picked or shown. */
export interface CloudFiles {
  /**
   * Uploads a file. Returns the address that messages store.
   *
   * @throws AlcoveError `file_rejected`, `offline`, `call_timeout`, or the error of a failed call.
   */
  uploadFile(
    file: File,
    options: { readonly signal: AbortSignal; readonly onProgress: (share: number) => void },
  ): Promise<UploadedFile>
  /** An unreadable PDF gives a result with `success: false`. */
  pdfToImages(which: { readonly file_url: string }, signal: AbortSignal): Promise<PdfPages>
  /** Returns an address that opens a stored file for some minutes. */
  presignDownload(which: { readonly url: string }, signal: AbortSignal): Promise<string>
  /** Returns an address that shows the kept text of a cited document for some minutes. */
  documentAddress(which: KeptIds, signal: AbortSignal): Promise<string>
}

/** Ids of a document and of the cited piece in it. */
export interface KeptIds {
  readonly documentId: string
  readonly pieceId: string
}

/** An uploaded file that no message names yet. */
export interface UploadedFile {
  /** Permanent address, stored in messages. */
  readonly url: string
  readonly key: string | null
  /** Milliseconds since 1970 after which the server may drop the file. Absent: the server did not say. */
  readonly endsAt?: number
}

export interface PdfPages {
  readonly success: boolean
  /** Addresses of the pages in order, each valid for some minutes. */
  readonly urls: readonly string[]
  /** Reason if there are no pages. */
  readonly message: string
  /** As {@link UploadedFile.endsAt}, for each page. */
  readonly endsAt?: number
}

export interface BindFilesWorld {
  readonly fetch: Fetch
  /** Default: uploads use `fetch` and report no progress. */
  readonly createRequest?: (() => XMLHttpRequest) | undefined
}

/** Binds the calls about files to one identity's requests. */
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
    documentAddress: (which, signal) => documentAddress(requests, which, signal),
  }
}

const MS_PER_SECOND = 1_000

/** Longer than for other calls: the server converts pages for up to 30 s. */
export const PDF_TIMEOUT_MS = 45_000

const { signedUrl, publicUrl } = presignedUploadSchema.entries
const answeredSchema = v.object({ success: v.boolean() })
/** Only our server sends the key. */
const takenSchema = v.object({
  signedUrl,
  publicUrl,
  key: v.optional(v.string()),
  keptSeconds: v.optional(v.number()),
})
const refusedSchema = v.object({ error: v.optional(v.string()) })

export interface UploadAddress {
  /** Accepts one PUT of the file, for a few minutes. */
  readonly signedUrl: string
  /** Address that messages store. */
  readonly publicUrl: string
  readonly key: string | null
  /** Seconds that the server keeps a file that no message names. Absent: the server did not say. */
  readonly keptSeconds?: number | undefined
}

export interface UploadDescription {
  readonly filename: string
  /** Empty if the browser does not know the type. */
  readonly contentType: string
  /** In bytes. */
  readonly size: number
}

export interface UploadOptions {
  readonly signal: AbortSignal
  /** From 0 up to 1. */
  readonly onProgress?: (share: number) => void
}

/** @throws AlcoveError `file_rejected`, or the error of a failed call. */
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
 * Uploads a file to the address that the server names. Returns the address that messages store.
 *
 * @throws AlcoveError `file_rejected`, `offline`, `call_timeout`, or the error of a failed call.
 */
export async function uploadFile(
  requests: Requests,
  putFile: PutFile,
  file: Blob & { readonly name: string },
  { signal, onProgress }: UploadOptions,
): Promise<UploadedFile> {
  // Read before the call, so that a file expires here no later than at the server.
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

/** Returns an address that opens a stored file for a few minutes. */
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

/** Returns an address that shows the kept text of a cited document for a few minutes. */
export async function documentAddress(
  requests: Requests,
  { documentId, pieceId }: KeptIds,
  signal: AbortSignal,
): Promise<string> {
  const answer = await requests.json(
    {
      method: 'POST',
      path: `/knowledge/documents/${encodeURIComponent(documentId)}/address`,
      body: { piece_id: pieceId },
      mayMint: false,
    },
    signal,
  )
  return parseAnswer(documentAddressSchema, answer).url
}

/** An unreadable PDF gives a result with `success: false`, not an error. */
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
