import { AlcoveError } from '../../shared/errors.ts'
import { amountFor } from '../limits/limits.ts'
import { visitorsPart } from '../limits/visitor-shares.ts'
import type { FileRow, NewFile } from '../store/store.ts'
import { scopeOf, type FileOwner, type FileParts } from './files.ts'
import { createFileKey } from './object-store.ts'

/** The maximum size of a file for its owner, in bytes. */
export const maxFileBytes = ({ limits }: Pick<FileParts, 'limits'>, owner: FileOwner): number =>
  amountFor(limits, owner, 'anonymousFileBytes', 'fileBytes')

const maxStorageBytes = ({ limits }: Pick<FileParts, 'limits'>, owner: FileOwner): number =>
  amountFor(limits, owner, 'anonymousStorageBytes', 'userStorageBytes')

/** The owner of a file, from its row. */
export function ownerOf({ isUnnamed }: FileParts, { scope }: Pick<FileRow, 'scope'>): FileOwner {
  return { ...scope, kind: isUnnamed(scope.userId) ? 'anonymous' : 'host' }
}

/**
 * Creates the row of an announced file, if it fits the quotas of its user and project, the share of its
 * sender's address, and the disk. Returns its key.
 *
 * @throws AlcoveError `quota_exceeded`, `rate_limited`, `unavailable`.
 */
export async function createPendingFile(
  parts: FileParts,
  owner: FileOwner,
  declared: Pick<NewFile, 'filename' | 'declaredType' | 'declaredBytes'>,
): Promise<string> {
  const limit = maxStorageBytes(parts, owner)
  const scope = scopeOf(owner)
  const bytes = declared.declaredBytes ?? maxFileBytes(parts, owner)
  await requireProjectRoom(parts, owner, bytes)
  const key = createFileKey()
  const file = { key, scope, ...declared, mediaType: null, bytes: null, state: 'pending' } as const
  await claimSpace(parts, owner, key, bytes)
  let isMade = false
  try {
    await parts.limits.takeUploadBytes(owner, bytes)
    isMade = await parts.rows.create(file, limit)
  } finally {
    if (!isMade) parts.space.release(key)
  }
  if (isMade) return key
  throw createQuotaError(limit, await parts.rows.usedBytes(scope))
}

/** Reserves space on the disk until the file comes, or its address expires. */
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

/** The last quarter of a project's quota is for users whom a host names. */
async function requireProjectRoom(parts: FileParts, owner: FileOwner, bytes: number) {
  const { projectId, kind } = owner
  const whole = parts.limits.amount(projectId, 'projectStorageBytes')
  const max = kind === 'host' ? whole : visitorsPart(whole)
  const used = await parts.projectBytes(projectId)
  if (used + bytes <= max) return
  await parts.onFull(projectId, used + bytes <= whole ? 'visitors' : 'everybody')
  throw new AlcoveError(
    'quota_exceeded',
    'There is no room for more files. Send it without them.',
    {
      hint: 'All users of the project together store as much as projectStorageBytes allows.',
      data: { limit: max },
    },
  )
}

/**
 * Reserves the actual size of a file, which may differ from the declared one.
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
