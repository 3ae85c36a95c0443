import type { FileParts } from './files.ts'
import { incomingName, keptName } from './object-store.ts'
import { unsentEnds } from './unsent-files.ts'

/** Rows of one look; after so many looks the next sweep goes on. */
export const SWEEP_BATCH = 100
const SWEEP_ROUNDS_MAX = 100

/**
 * Removes files that were never sent, files of threads that are gone, and uploads that nobody looked
 * at. Objects go before their rows: what a crash leaves is found again. Who sends a file at the same
 * moment keeps it, or finds nothing. Returns how many objects went.
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
  // Uploads of pending rows stay: `unsentEnds` above ends those.
  const before = new Date(ends.unnamed)
  return count + (await parts.objects.removeIncoming(before, (key) => isAwaited(parts, key)))
}

/** What a crash leaves here is swept. */
export async function discardFiles(parts: FileParts, keys: readonly string[]): Promise<void> {
  const unsent = await parts.rows.takeUnsent(keys)
  await removeObjects(parts, unsent)
  await parts.rows.remove(unsent)
}

/**
 * Whether an upload is still somebody's: a file that was sent is looked at when it is first read,
 * however late that is. Any other upload is one that came after the first at its address.
 */
async function isAwaited({ rows }: FileParts, key: string): Promise<boolean> {
  return (await rows.findByKey(key))?.state === 'pending'
}

export const removeObjects = (
  { objects }: Pick<FileParts, 'objects'>,
  keys: readonly string[],
): Promise<number> => objects.remove(keys.flatMap((key) => [keptName(key), incomingName(key)]))
