import type { FileQueries } from '../store/store.ts'
import { incomingName, type DirectObjects } from './object-store.ts'

/** Maximum of remembered addresses; beyond it the oldest are dropped. */
export const REMEMBERED_MAX = 1_000

export interface MissedUploads {
  readonly missed: number
  readonly arrived: number
}

/**
 * Remembers issued upload addresses in a bucket, and checks later whether an upload came: a browser that may
 * not write there cannot tell the server.
 */
export function createMissedUploads(parts: {
  readonly rows: Pick<FileQueries, 'findByKey'>
  readonly objects: Pick<DirectObjects, 'size'>
  /** Milliseconds since 1970. */
  readonly now: () => number
}) {
  /** Expiry of each key's address, in the order of creation. */
  const expected = new Map<string, number>()

  async function judge(key: string): Promise<keyof MissedUploads | undefined> {
    const row = await parts.rows.findByKey(key)
    // The file was erased with its owner.
    if (row === undefined) return undefined
    if (row.state === 'ready') return 'arrived'
    return (await parts.objects.size(incomingName(key))) === undefined ? 'missed' : 'arrived'
  }

  return {
    expect(key: string, endsAt: number): void {
      expected.set(key, endsAt)
      const [oldest] = expected.keys()
      if (expected.size > REMEMBERED_MAX && oldest !== undefined) expected.delete(oldest)
    },
    /** Counts the addresses that expired since the last check. */
    async look(): Promise<MissedUploads> {
      const result = { missed: 0, arrived: 0 }
      for (const [key, endsAt] of expected) {
        if (endsAt > parts.now()) continue
        const found = await judge(key)
        if (found !== undefined) result[found] += 1
        expected.delete(key)
      }
      return result
    },
  }
}
