import type { Subject } from '../limits/limits.ts'
import { createNoSpaceError } from './no-space.ts'

/** Life of a measurement of the disk, unless a file came meanwhile. */
export const FREE_SPACE_LIFE_MS = 1_000
const MS_PER_SECOND = 1_000

/** Space that is reserved for a file. */
export interface SpaceClaim {
  readonly key: string
  readonly kind: Subject['kind']
  readonly bytes: number
  /** The claim expires after this time. */
  readonly seconds: number
  /** True while the bytes arrive. An address that was only issued may never be used. */
  readonly isComing: boolean
}

/** The free space of the disk that files share with other data. */
export interface FreeSpace {
  /**
   * Reserves space for a file, replacing the earlier claim of its key.
   *
   * @throws AlcoveError `unavailable` if less than the floor would be left.
   */
  claim(claim: SpaceClaim): Promise<void>
  /** Reports the bytes of a claimed file that are on the disk. */
  written(key: string, bytes: number): void
  /** The file is complete, or will not come. */
  release(key: string): void
}

/** For a bucket, whose free space cannot be measured. */
export const UNLIMITED_SPACE: FreeSpace = {
  claim: () => Promise.resolve(),
  written: () => {},
  release: () => {},
}

/** Free bytes below which no more files are stored. The higher floor applies to visitors without a name. */
export interface SpaceFloors {
  readonly named: number
  readonly unnamed: number
}

/** The floor that was reached. */
export type FloorReached = { readonly for: keyof SpaceFloors; readonly freeBytes: number }

export interface FreeSpaceSettings {
  /** Reads the free bytes of the disk. */
  readonly askFree: () => Promise<number>
  readonly floors: SpaceFloors
  readonly onFloor: (reached: FloorReached) => void
  /** Milliseconds since 1970. */
  readonly now: () => number
}

interface Claim extends SpaceClaim {
  readonly endsAt: number
  written: number
  /** Bytes that the last measurement of the disk included. */
  seen: number
}

/**
 * Refuses files before the disk is full, so that messages can still be stored. Claims of visitors without a
 * name do not count for named users until their bytes arrive.
 */
export function createFreeSpace(settings: FreeSpaceSettings): FreeSpace {
  const { askFree, floors, onFloor, now } = settings
  const claims = new Map<string, Claim>()
  let known: { readonly free: Promise<number>; readonly at: number } | undefined

  function readFree(): Promise<number> {
    const at = now()
    if (known && at >= known.at && at - known.at < FREE_SPACE_LIFE_MS) return known.free
    for (const claim of claims.values()) claim.seen = claim.written
    const free = askFree()
    known = { free, at }
    // A failed measurement is repeated by the next caller.
    free.catch(() => (known = undefined))
    return free
  }

  /** Claimed bytes that are not on the disk yet, without those of one file. */
  function promised(forWhom: keyof SpaceFloors, exceptKey: string): number {
    let bytes = 0
    for (const claim of claims.values()) {
      if (claim.endsAt <= now()) claims.delete(claim.key)
      else if (claim.key !== exceptKey && (forWhom === 'unnamed' || holdsBackNamed(claim))) {
        bytes += Math.max(0, claim.bytes - claim.seen)
      }
    }
    return bytes
  }

  return {
    async claim(claim) {
      const forWhom = claim.kind === 'host' ? 'named' : 'unnamed'
      const freeBytes = await readFree()
      // No await from here on, so that the second of two simultaneous claims sees the first.
      const left = freeBytes - promised(forWhom, claim.key) - claim.bytes
      const floor = forWhom === 'named' ? floors.named : Math.max(floors.named, floors.unnamed)
      if (floor > 0 && left < floor) {
        onFloor({ for: forWhom, freeBytes })
        throw createNoSpaceError()
      }
      const endsAt = now() + claim.seconds * MS_PER_SECOND
      claims.set(claim.key, { ...claim, endsAt, written: 0, seen: 0 })
    },
    written(key, bytes) {
      const claim = claims.get(key)
      if (claim) claim.written += bytes
    },
    release(key) {
      // The next caller measures the disk anew, which then has the file.
      if (claims.delete(key)) known = undefined
    },
  }
}

const holdsBackNamed = ({ kind, isComing }: SpaceClaim): boolean => kind === 'host' || isComing
