import { AlcoveError, type ErrorCode } from '../../shared/errors.ts'
import type { FileRow } from '../store/store.ts'
import { maxFileBytes, ownerOf, reserveInQuota } from './file-quota.ts'
import { claimedTypes, createTypeError, isFileTaken } from './file-types.ts'
import type { FileContent, FileParts } from './files.ts'
import { inspectFile, type InspectedFile } from './inspect-file.ts'
import { incomingName, keptName } from './object-store.ts'
import { createSlots } from './slots.ts'
import { UPLOADS_MAX } from './upload-gate.ts'

/** Small, since a whole file is in memory while it is inspected. */
const ACCEPT_SLOTS = 2
/** All uploads may end at once. */
const ACCEPT_WAITING_MAX = UPLOADS_MAX
export const ACCEPT_WAIT_MS = 20_000

/** Refusals after which the upload is removed: the same bytes would be refused again. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'too_large',
  'file_rejected',
  'unsupported_media_type',
  'quota_exceeded',
])

export interface Acceptance {
  /**
   * Returns the row, ready: the upload of a pending row is inspected, and accepted.
   *
   * @throws AlcoveError `not_found`, `too_large`, `file_rejected`, `unsupported_media_type`,
   * `quota_exceeded`, `unavailable`.
   */
  ready(row: FileRow): Promise<ReadyFile>
  /**
   * Returns its bytes as well.
   *
   * @throws AlcoveError as {@link Acceptance.ready}.
   */
  read(row: FileRow): Promise<FileContent>
}

export interface ReadyFile extends FileRow {
  readonly state: 'ready'
  readonly mediaType: string
  readonly bytes: number
}

/**
 * Turns uploads into files. Inspected bytes are written under another name than the one that the uploader may
 * still write to, so that only checked bytes are served later.
 */
export function createAcceptance(parts: FileParts): Acceptance {
  const { rows, objects } = parts
  const slots = createSlots(ACCEPT_SLOTS, ACCEPT_WAITING_MAX, ACCEPT_WAIT_MS)
  const going = new Map<string, Promise<ReadyFile>>()

  async function accept(row: FileRow): Promise<ReadyFile> {
    const { key } = row
    const now = await rows.findByKey(key)
    if (now && isReady(now)) return now
    const bytes =
      now && (await objects.get(incomingName(key), maxFileBytes(parts, ownerOf(parts, row))))
    if (!bytes) throw createMissingError()
    const file = await judge(parts, row, bytes)
    await objects.put(keptName(key), file.bytes, file.mediaType)
    const facts = { mediaType: file.mediaType, bytes: file.bytes.byteLength }
    if (!(await rows.markReady(key, facts))) return settleLoss(key)
    await objects.remove([incomingName(key)])
    return { ...row, ...facts, state: 'ready' }
  }

  /** Another process was faster, or the row is gone. */
  async function settleLoss(key: string): Promise<ReadyFile> {
    const row = await rows.findByKey(key)
    if (row && isReady(row)) return row
    await objects.remove([keptName(key), incomingName(key)])
    throw createMissingError()
  }

  async function acceptOrDrop(row: FileRow): Promise<ReadyFile> {
    try {
      return await slots.run(() => accept(row))
    } catch (error) {
      const isRefused = error instanceof AlcoveError && REFUSALS.has(error.code)
      if (isRefused) await objects.remove([incomingName(row.key)])
      throw error
    }
  }

  async function ready(row: FileRow): Promise<ReadyFile> {
    if (isReady(row)) return row
    const existing = going.get(row.key)
    if (existing) return existing
    const work = acceptOrDrop(row).finally(() => going.delete(row.key))
    going.set(row.key, work)
    return work
  }

  return {
    ready,
    async read(row) {
      const file = await ready(row)
      const { key, bytes: length, mediaType, filename } = file
      const bytes = await objects.get(keptName(key), length)
      if (!bytes) {
        parts.onLost(file)
        throw createMissingError()
      }
      return { bytes, mediaType, filename }
    },
  }
}

async function judge(parts: FileParts, row: FileRow, bytes: Uint8Array): Promise<InspectedFile> {
  const { declaredBytes, declaredType, filename, scope } = row
  if (declaredBytes !== null && bytes.byteLength !== declaredBytes) {
    throw new AlcoveError(
      'file_rejected',
      `The file has ${bytes.byteLength} bytes; the address was made for ${declaredBytes}.`,
    )
  }
  const claimed = claimedTypes(declaredType, filename)
  const file = await examineFile(parts, scope.projectId, bytes, claimed)
  await reserveInQuota(parts, row, file.bytes.byteLength)
  return file
}

/**
 * Finds the type of a file, if its project accepts it.
 *
 * @param claimed types according to its sender.
 * @throws AlcoveError `too_large`, `file_rejected`, `unsupported_media_type`.
 */
export async function examineFile(
  parts: FileParts,
  projectId: string,
  bytes: Uint8Array,
  claimed: readonly string[],
): Promise<InspectedFile> {
  const file = inspectFile(bytes, (name) => parts.limits.amount(projectId, name))
  const allowed = await parts.fileTypesOf(projectId)
  if (allowed && !isFileTaken(allowed, file.mediaType, claimed)) throw createTypeError(allowed)
  return file
}

export const isReady = (row: FileRow): row is ReadyFile =>
  row.state === 'ready' && row.mediaType !== null && row.bytes !== null

export const createMissingError = (): AlcoveError =>
  new AlcoveError('not_found', 'The file was never uploaded.')
