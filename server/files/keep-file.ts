import type { FileRow } from '../store/store.ts'
import { createMissingError, examineFile } from './accept-upload.ts'
import { cleanFilename } from './clean-filename.ts'
import { createPendingFile, maxFileBytes } from './file-quota.ts'
import { checkInlineType, claimedTypes } from './file-types.ts'
import { scopeOf, type FileOwner, type FileParts } from './files.ts'
import type { InspectedFile } from './inspect-file.ts'
import { keptName } from './object-store.ts'
import { readDataUrl } from './read-data-url.ts'
import { createSizeError } from './receive-upload.ts'

/** Stores an inline file of a call. */
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
  const name = cleanFilename(filename)
  const claimed = claimedTypes(found.mediaType, name)
  const file = await examineFile(parts, projectId, found.bytes, claimed)
  checkInlineType(found.mediaType, file.mediaType)
  return keepFile(parts, owner, file, name, found.mediaType)
}

/**
 * Stores an inspected file. Its row is written first, so that the remains of a crash have a row, and are
 * removed.
 *
 * @throws AlcoveError `quota_exceeded`, `unavailable` if the disk has no space.
 */
export async function keepFile(
  parts: FileParts,
  owner: FileOwner,
  { bytes, mediaType }: InspectedFile,
  filename: string,
  declaredType: string | null,
): Promise<FileRow> {
  const { rows, objects, space } = parts
  const declaredBytes = bytes.byteLength
  const key = await createPendingFile(parts, owner, { filename, declaredType, declaredBytes })
  try {
    await objects.put(keptName(key), bytes, mediaType)
  } finally {
    space.release(key)
  }
  await rows.markReady(key, { mediaType, bytes: declaredBytes })
  const row = await rows.find(scopeOf(owner), key)
  if (!row) throw createMissingError()
  return row
}
