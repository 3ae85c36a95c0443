import type { FileParts } from './files.ts'
import { incomingName, keptName } from './object-store.ts'

const MS_PER_HOUR = 3_600_000
/** Rows of one look; after so many looks the next sweep goes on. */
export const SWEEP_BATCH = 100
const SWEEP_ROUNDS_MAX = 100
/** The sweep is of all projects: their limits say nothing here, the service's do. */
const SERVICE = ''

/**
 * Removes files that were never sent, files of threads that are gone, and uploads that nobody looked
 * at. Objects go before their rows: what a crash leaves is found again. Who sends a file at the same
 * moment keeps it, or finds nothing. Returns how many objects went.
 */
export async function sweepFiles(parts: FileParts): Promise<number> {
  const hours = parts.limits.amount(SERVICE, 'orphanUploadHours')
  const before = new Date(parts.now() - hours * MS_PER_HOUR)
  let count = 0
  for (let round = 0; round < SWEEP_ROUNDS_MAX; round += 1) {
    const keys = await parts.rows.takeOrphans(before.toISOString(), SWEEP_BATCH)
    count += await removeObjects(parts, keys)
    await parts.rows.remove(keys)
    if (keys.length < SWEEP_BATCH) break
  }
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
