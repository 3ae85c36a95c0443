import { AlcoveError } from '../../shared/errors.ts'
import type { FileRow } from '../store/store.ts'
import { createAcceptance, type Acceptance } from './accept-upload.ts'
import { cleanFilename } from './clean-filename.ts'
import { createFileHandler, type FileHandler } from './file-handler.ts'
import { contentDisposition, FILE_CACHE_SECONDS, servedType } from './file-headers.ts'
import { createPendingFile, maxFileBytes } from './file-quota.ts'
import { claimedTypes, createTypeError, isTypeTaken } from './file-types.ts'
import {
  scopeOf,
  type FileOwner,
  type FileParts,
  type Files,
  type PdfRequest,
  type PresignedRead,
  type PresignedUpload,
  type UploadRequest,
} from './files.ts'
import { keepDataUrl } from './keep-file.ts'
import { createMissedUploads } from './missed-uploads.ts'
import { incomingName, isFileKey, keptName } from './object-store.ts'
import { pdfToImages } from './pdf-to-images.ts'
import { createSizeError } from './receive-upload.ts'
import { createSignedUrls, type SignedUrls } from './signed-urls.ts'
import { createSlots, createUserSlots } from './slots.ts'
import { keyOfUrl, keysIn, publicUrl, withReadUrls, withStoredUrls } from './stored-urls.ts'
import { discardFiles, removeObjects, sweepFiles } from './sweep-files.ts'
import { keptSeconds } from './unsent-files.ts'

const MS_PER_SECOND = 1_000
const TYPE_MAX_CHARACTERS = 255
const TYPE_PATTERN = /^[\w.+-]+\/[\w.+-]+( ?; ?[\w.+-]+="?[\w.+-]+"?)*$/

/**
 * Maximum of concurrent conversions of PDFs, of as many people; each takes a process with up to half a
 * gigabyte. More than the cores: slow files leave them to newer ones.
 */
export const PDF_SLOTS = 4
export const PDF_WAITING_MAX = 8
/** Maximum of a user's PDFs that wait for the user's own first. */
export const PDF_OF_USER_WAITING_MAX = 8
/**
 * Time in the queue of a user, and again in the queue of all. With the default limits a conversion takes at
 * most four minutes more, and callers such as Node's `fetch` wait five for an answer.
 */
export const PDF_WAIT_MS = 60_000

export interface CreatedFiles {
  readonly files: Files
  /** For `/files/*` of the file origin. */
  readonly handleFile: FileHandler
}

/** Files of all projects, on either store of objects. */
export function createFiles(parts: FileParts): CreatedFiles {
  const urls = createSignedUrls(parts.signingKey, parts.now)
  const acceptance = createAcceptance(parts)
  const pdfSlots = createUserSlots(
    createSlots(PDF_SLOTS, PDF_WAITING_MAX, PDF_WAIT_MS),
    PDF_OF_USER_WAITING_MAX,
    PDF_WAIT_MS,
  )

  const { rows, objects, now } = parts
  const missed = objects.kind === 'direct' ? createMissedUploads({ rows, objects, now }) : undefined

  const files: Files = {
    async requestUpload(owner, base, upload) {
      const given = await requestUpload(parts, urls, owner, base, upload)
      if (upload.contentLength !== undefined) missed?.expect(given.key, Date.parse(given.expiresAt))
      return given
    },

    async find(scope, keyOrUrl) {
      const key = isFileKey(keyOrUrl) ? keyOrUrl : keyOfUrl(keyOrUrl)
      return key === undefined ? undefined : parts.rows.find(scopeOf(scope), key)
    },

    presignRead: (base, file) => presignRead(parts, acceptance, urls, base, file),
    read: (file) => acceptance.read(file),
    keep: (owner, _base, dataUrl, filename) => keepDataUrl(parts, owner, dataUrl, filename),
    keptSeconds: (userId) => keptSeconds(parts, userId),
    publicUrl,
    keysIn,
    withStoredUrls,

    withReadUrls: (scope, base, contents) =>
      withReadUrls(
        contents,
        (keys) => parts.rows.findMany(scopeOf(scope), keys),
        async (row) => (await files.presignRead(base, row)).signedUrl,
      ),

    async pdfToImages(owner: FileOwner, base: string, pdf: PdfRequest, signal?: AbortSignal) {
      const keys = await pdfToImages(parts, acceptance, pdfSlots, owner, pdf, signal)
      const addresses: string[] = []
      for (const key of keys) {
        const row = await files.find(owner, key)
        if (row) addresses.push((await files.presignRead(base, row)).signedUrl)
      }
      return addresses
    },

    discard: (keys) => discardFiles(parts, keys),
    sweep: () => sweepFiles(parts),

    async reportMissed() {
      const counts = await missed?.look()
      if (counts) parts.onMissedUploads(counts)
    },

    async removeObjects(keys) {
      await removeObjects(parts, keys)
    },
  }
  return { files, handleFile: createFileHandler(parts, urls, acceptance) }
}

/** Issues an upload address: for one file of one user, for ten minutes. */
async function requestUpload(
  parts: FileParts,
  urls: SignedUrls,
  owner: FileOwner,
  base: string,
  upload: UploadRequest,
): Promise<PresignedUpload> {
  const { objects, limits, filesOrigin } = parts
  const filename = cleanFilename(upload.filename)
  const type = readType(upload.contentType)
  const bytes = upload.contentLength ?? null
  const maxBytes = maxBytesOf(parts, owner, type)
  if (bytes !== null && bytes > maxBytes) throw createSizeError(maxBytes)
  await checkType(parts, owner, type, filename)
  const declared = { filename, declaredType: type, declaredBytes: bytes }
  const key = await createPendingFile(parts, owner, declared)
  const seconds = limits.amount(owner.projectId, 'uploadUrlSeconds')
  const expiresAt = new Date(parts.now() + seconds * MS_PER_SECOND)
  const signedUrl =
    // A bucket accepts a body of any length if none is signed, so such an upload goes through this server.
    objects.kind === 'direct' && bytes !== null
      ? await objects.presignPut(incomingName(key), { type, bytes }, seconds)
      : urls.signUpload(
          filesOrigin ?? new URL(base).origin,
          { key, type, bytes, maxBytes },
          expiresAt,
        )
  return {
    key,
    signedUrl,
    expiresAt: expiresAt.toISOString(),
    publicUrl: publicUrl(base, key),
    keptSeconds: keptSeconds(parts, owner.userId),
  }
}

/** Browsers say "" for a file of unknown type. */
function readType(contentType: string | undefined): string | null {
  const type = contentType?.trim() ?? ''
  if (type === '') return null
  if (type.length <= TYPE_MAX_CHARACTERS && TYPE_PATTERN.test(type)) return type
  throw new AlcoveError(
    'invalid_request',
    'content_type is no media type; expected one such as image/png.',
  )
}

function maxBytesOf(parts: FileParts, owner: FileOwner, type: string | null): number {
  const maxBytes = maxFileBytes(parts, owner)
  if (type?.toLowerCase().startsWith('image/') !== true) return maxBytes
  return Math.min(maxBytes, parts.limits.amount(owner.projectId, 'imageBytes'))
}

async function checkType(
  { fileTypesOf }: FileParts,
  { projectId }: FileOwner,
  type: string | null,
  filename: string,
): Promise<void> {
  const allowed = await fileTypesOf(projectId)
  const claimed = claimedTypes(type, filename)
  if (allowed === undefined || claimed.some((each) => isTypeTaken(allowed, each))) return
  throw createTypeError(allowed)
}

/** Issues the address that opens a file, which is made ready for it. */
async function presignRead(
  parts: FileParts,
  acceptance: Acceptance,
  urls: SignedUrls,
  base: string,
  row: FileRow,
): Promise<PresignedRead> {
  const { objects, filesOrigin } = parts
  const { key, mediaType, filename, scope } = await acceptance.ready(row)
  const seconds = parts.limits.amount(scope.projectId, 'downloadUrlSeconds')
  const expiresAt = new Date(parts.now() + seconds * MS_PER_SECOND)
  const headers = {
    type: servedType(mediaType),
    disposition: contentDisposition(mediaType, filename),
    cacheControl: `private, max-age=${Math.min(seconds, FILE_CACHE_SECONDS)}`,
  }
  const signedUrl =
    objects.kind === 'direct'
      ? await objects.presignGet(keptName(key), headers, seconds)
      : urls.signRead(filesOrigin ?? new URL(base).origin, key, expiresAt)
  return { key, signedUrl, expiresAt: expiresAt.toISOString() }
}
