import type { FileRow } from '../store/store.ts'
import { createMissingError, type Acceptance } from './accept-upload.ts'
import { contentDisposition } from './content-disposition.ts'
import { FILE_CACHE_SECONDS, servedType } from './file-headers.ts'
import type { FileParts } from './file-parts.ts'
import type { FileContent, PresignedRead } from './files.ts'
import { keptName } from './object-store.ts'
import type { SignedUrls } from './signed-urls.ts'

const MS_PER_SECOND = 1_000

export async function readFile(
  parts: FileParts,
  acceptance: Acceptance,
  row: FileRow,
): Promise<FileContent> {
  const file = await acceptance.ready(row)
  const bytes = await parts.objects.get(keptName(file.key), file.bytes)
  if (!bytes) throw createMissingError()
  return { bytes, mediaType: file.mediaType, filename: file.filename }
}

export async function presignRead(
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
