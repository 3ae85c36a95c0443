import { AlcoveError } from '../../shared/errors.ts'
import { amountFor } from '../limits/limits.ts'
import type { FileRow, NewFile } from '../store/store.ts'
import { scopeOf, type FileOwner, type FileParts } from './files.ts'
import { createFileKey } from './object-store.ts'

/** The largest file that its owner may keep, in bytes. */
export const maxFileBytes = ({ limits }: Pick<FileParts, 'limits'>, owner: FileOwner): number =>
  amountFor(limits, owner, 'anonymousFileBytes', 'fileBytes')

const maxStorageBytes = ({ limits }: Pick<FileParts, 'limits'>, owner: FileOwner): number =>
  amountFor(limits, owner, 'anonymousStorageBytes', 'userStorageBytes')

/** Who owns a file, as its row says. */
export function ownerOf({ isUnnamed }: FileParts, { scope }: Pick<FileRow, 'scope'>): FileOwner {
  return { ...scope, kind: isUnnamed(scope.userId) ? 'anonymous' : 'host' }
}

/**
 * Makes the row of a file that is to come, if it fits into what its user stores and on the disk. Returns
 * its key.
 *
 * @throws AlcoveError `quota_exceeded`, `unavailable`.
 */
export async function createPendingFile(
  parts: FileParts,
  owner: FileOwner,
  declared: Pick<NewFile, 'filename' | 'declaredType' | 'declaredBytes'>,
): Promise<string> {
  const limit = maxStorageBytes(parts, owner)
  const scope = scopeOf(owner)
  const key = createFileKey()
  const file = { key, scope, ...declared, mediaType: null, bytes: null, state: 'pending' } as const
  await claimSpace(parts, owner, key, declared.declaredBytes ?? 0)
  if (await parts.rows.create(file, limit)) return key
  parts.space.release(key)
  throw createQuotaError(limit, await parts.rows.usedBytes(scope))
}

/** Holds room on the disk until the file comes, or its address ends. */
const claimSpace = (
  { space, limits }: FileParts,
  { kind, projectId }: FileOwner,
  key: string,
  bytes: number,
): Promise<void> =>
  space.claim({
    key,
    kind,
    bytes,
    seconds: limits.amount(projectId, 'uploadUrlSeconds'),
    isComing: false,
  })

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
