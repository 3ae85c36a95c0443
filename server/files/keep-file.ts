import type { FileRow } from '../store/store.ts'
import { createMissingError } from './accept-upload.ts'
import { cleanFilename } from './clean-filename.ts'
import { createFileKey } from './file-key.ts'
import { maxFileBytes, scopeOf, type FileParts } from './file-parts.ts'
import { createInQuota } from './file-quota.ts'
import { claimedType, isFileTaken } from './file-types.ts'
import type { FileOwner } from './files.ts'
import { inspectFile, type InspectedFile } from './inspect-file.ts'
import { keptName } from './object-store.ts'
import { readDataUrl } from './read-data-url.ts'
import { createSizeError } from './receive-upload.ts'
import { createTypeError } from './request-upload.ts'

/** Keeps a file that came inside of a call. */
export async function keepDataUrl(
  parts: FileParts,
  owner: FileOwner,
  dataUrl: string,
  filename: string,
): Promise<FileRow> {
  const { projectId } = owner
  const found = readDataUrl(dataUrl, parts.limits.amount(projectId, 'inlineDataBytes'))
  const maxBytes = maxFileBytes(parts, owner)
  if (found.bytes.byteLength > maxBytes) throw createSizeError(maxBytes)
  const file = inspectFile(found.bytes, (name) => parts.limits.amount(projectId, name))
  const allowed = await parts.fileTypesOf(projectId)
  const name = cleanFilename(filename)
  const isTaken = isFileTaken(allowed, file.mediaType, claimedType(found.mediaType, name))
  if (allowed && !isTaken) throw createTypeError(allowed)
  return keepFile(parts, owner, file, name, found.mediaType)
}

/**
 * Keeps a file whose bytes were looked at. Its row comes first: what a crash leaves has a row, and is
 * swept.
 *
 * @throws AlcoveError `quota_exceeded`.
 */
export async function keepFile(
  parts: FileParts,
  owner: FileOwner,
  { bytes, mediaType }: InspectedFile,
  filename: string,
  declaredType: string | null,
): Promise<FileRow> {
  const { rows, objects } = parts
  const scope = scopeOf(owner)
  const key = createFileKey()
  const length = bytes.byteLength
  await createInQuota(parts, owner, {
    key,
    scope,
    filename,
    declaredType,
    declaredBytes: length,
    mediaType: null,
    bytes: null,
    state: 'pending',
  })
  await objects.put(keptName(key), bytes, mediaType)
  await rows.markReady(key, { mediaType, bytes: length })
  const row = await rows.find(scope, key)
  if (!row) throw createMissingError()
  return row
}
