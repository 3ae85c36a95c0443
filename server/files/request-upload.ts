import { AlcoveError } from '../../shared/errors.ts'
import { cleanFilename } from './clean-filename.ts'
import { createFileKey } from './file-key.ts'
import { maxFileBytes, scopeOf, type FileParts } from './file-parts.ts'
import { createInQuota } from './file-quota.ts'
import { claimedType, isTypeTaken } from './file-types.ts'
import type { FileOwner, PresignedUpload, UploadRequest } from './files.ts'
import { incomingName } from './object-store.ts'
import { createSizeError } from './receive-upload.ts'
import type { SignedUrls } from './signed-urls.ts'
import { publicUrl } from './stored-urls.ts'

const MS_PER_SECOND = 1_000
const TYPE_MAX_CHARACTERS = 255
const TYPE_PATTERN = /^[\w.+-]+\/[\w.+-]+( ?; ?[\w.+-]+="?[\w.+-]+"?)*$/

/** The address of an upload: made for one file of one user, for ten minutes. */
export async function requestUpload(
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
  const key = createFileKey()
  await createInQuota(parts, owner, {
    key,
    scope: scopeOf(owner),
    filename,
    declaredType: type,
    declaredBytes: bytes,
    mediaType: null,
    bytes: null,
    state: 'pending',
  })
  const seconds = limits.amount(owner.projectId, 'uploadUrlSeconds')
  const expiresAt = new Date(parts.now() + seconds * MS_PER_SECOND)
  const signedUrl =
    // A bucket takes a body of any length where none is bound: such a one goes through here.
    objects.kind === 'direct' && bytes !== null
      ? await objects.presignPut(incomingName(key), { type, bytes }, seconds)
      : urls.signUpload(
          filesOrigin ?? new URL(base).origin,
          { key, type, bytes, maxBytes },
          expiresAt,
        )
  return { key, signedUrl, expiresAt: expiresAt.toISOString(), publicUrl: publicUrl(base, key) }
}

/** Browsers say "" of a file whose type they do not know. */
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
  const claimed = claimedType(type, filename)
  if (allowed === undefined || (claimed !== undefined && isTypeTaken(allowed, claimed))) return
  throw createTypeError(allowed)
}

export const createTypeError = (allowed: readonly string[]): AlcoveError =>
  new AlcoveError(
    'unsupported_media_type',
    `Unsupported attachment type. Send content_type, or use a filename with a supported extension. Taken are: ${allowed.join(', ')}.`,
    { data: { allowed } },
  )
