import type { FileParts } from './files.ts'
import { incomingName, keptName } from './object-store.ts'
import { unsentEnds } from './unsent-files.ts'

/** Rows of one query; after the maximum of rounds the next sweep continues. */
export const SWEEP_BATCH = 100
const SWEEP_ROUNDS_MAX = 100

/**
 * Removes files that were never sent, files of removed threads, and unread uploads. Objects are removed
 * before their rows, so that the remains of a crash are found again. A message that is sent at the same
 * moment keeps its file, or is told that it is missing. Returns how many objects were removed.
 */
export async function sweepFiles(parts: FileParts): Promise<number> {
  const ends = unsentEnds(parts)
  let count = 0
  for (let round = 0; round < SWEEP_ROUNDS_MAX; round += 1) {
    const keys = await parts.rows.takeOrphans(ends, SWEEP_BATCH)
    count += await removeObjects(parts, keys)
    await parts.rows.remove(keys)
    if (keys.length < SWEEP_BATCH) break
  }
  // Uploads of pending rows stay; they expire by `unsentEnds` above.
  const before = new Date(ends.unnamed)
  return count + (await parts.objects.removeIncoming(before, (key) => isAwaited(parts, key)))
}

/** Remains of a crash here are removed by the sweep. */
export async function discardFiles(parts: FileParts, keys: readonly string[]): Promise<void> {
  const unsent = await parts.rows.takeUnsent(keys)
  await removeObjects(parts, unsent)
  await parts.rows.remove(unsent)
}

/**
 * True if an upload belongs to a pending file: a sent file is inspected when it is first read, however late.
 * Any other upload came after the first at its address.
 */
async function isAwaited({ rows }: FileParts, key: string): Promise<boolean> {
  return (await rows.findByKey(key))?.state === 'pending'
}

export const removeObjects = (
  { objects }: Pick<FileParts, 'objects'>,
  keys: readonly string[],
): Promise<number> => objects.remove(keys.flatMap((key) => [keptName(key), incomingName(key)]))
