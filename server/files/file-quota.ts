import { AlcoveError } from '../../shared/errors.ts'
import type { FileRow, NewFile } from '../store/store.ts'
import { maxStorageBytes, ownerOf, type FileParts } from './file-parts.ts'
import type { FileOwner } from './files.ts'

/**
 * Adds a file to what its user stores, if it fits.
 *
 * @throws AlcoveError `quota_exceeded`.
 */
export async function createInQuota(
  parts: FileParts,
  owner: FileOwner,
  file: NewFile,
): Promise<void> {
  const limit = maxStorageBytes(parts, owner)
  if (await parts.rows.create(file, limit)) return
  throw createQuotaError(limit, await parts.rows.usedBytes(file.scope))
}

/**
 * Gives a file that came the room that it needs, which is not what was declared.
 *
 * @throws AlcoveError `quota_exceeded`.
 */
export async function reserveInQuota(parts: FileParts, row: FileRow, bytes: number): Promise<void> {
  const limit = maxStorageBytes(parts, ownerOf(parts, row))
  if (await parts.rows.reserve(row, bytes, limit)) return
  const used = await parts.rows.usedBytes(row.scope)
  throw createQuotaError(limit, used - (row.bytes ?? row.declaredBytes ?? 0))
}

const createQuotaError = (limit: number, used: number): AlcoveError =>
  new AlcoveError(
    'quota_exceeded',
    `The file does not fit: ${used} of ${limit} bytes are in use. Delete chats with files first.`,
    { data: { limit, used } },
  )
