import { AlcoveError } from '../../shared/errors.ts'
import { maxStorageBytes, scopeOf, type FileParts } from './file-parts.ts'
import type { FileOwner } from './files.ts'

/**
 * Whether so many bytes more fit into what the user may store.
 *
 * @param counted bytes of this file that are counted already, since they were declared.
 * @throws AlcoveError `quota_exceeded`.
 */
export async function checkQuota(
  parts: FileParts,
  owner: FileOwner,
  bytes: number,
  counted = 0,
): Promise<void> {
  const limit = maxStorageBytes(parts, owner)
  const used = await parts.rows.usedBytes(scopeOf(owner))
  if (used - counted + bytes <= limit) return
  throw new AlcoveError(
    'quota_exceeded',
    `The file does not fit: ${used - counted} of ${limit} bytes are in use. Delete chats with files first.`,
    { data: { limit, used: used - counted } },
  )
}
