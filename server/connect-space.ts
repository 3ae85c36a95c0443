import { join } from 'node:path'
import { askFreeBytes } from './files/disk-space.ts'
import {
  createFreeSpace,
  type FloorReached,
  type FreeSpace,
  UNLIMITED_SPACE,
} from './files/free-space.ts'
import { isNoSpaceError } from './files/no-space.ts'
import type { ObjectStore } from './files/object-store.ts'
import { FILES_FOLDER } from './files/open-objects.ts'
import { type Counters, tellHourly } from './limits/counters.ts'
import type { Log } from './log.ts'
import type { Settings } from './settings.ts'

const MIB = 1_048_576
/** Alarms about the disk belong to no project, since all share it. */
const SERVICE = ''

interface SpaceWorld {
  readonly settings: Pick<
    Settings,
    'dataDir' | 'databaseUrl' | 'minFreeMib' | 'minFreeMibAnonymous' | 'objectStore'
  >
  readonly objects: ObjectStore
  readonly counters: Counters
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
}

const FLOOR_TEXTS = {
  unnamed:
    'the disk of the files has little room: visitors without a name can upload no more; free some space on it, or see ALCOVE_MIN_FREE_MIB_ANONYMOUS',
  named:
    'the disk of the files has hardly any room: uploads of all users are refused; free some space on it, or see ALCOVE_MIN_FREE_MIB',
} as const satisfies Record<FloorReached['for'], string>

/** Watches the disk that files share with the embedded database, and warns the operator once an hour. */
export function connectSpace(world: SpaceWorld): FreeSpace {
  const { settings, objects, counters, log, now } = world
  const { dataDir, databaseUrl, minFreeMib, minFreeMibAnonymous } = settings
  if (objects.kind === 'direct') return UNLIMITED_SPACE
  const folder = join(dataDir, FILES_FOLDER)
  const folders = databaseUrl === undefined ? [folder, dataDir] : [folder]
  return createFreeSpace({
    askFree: () => askFreeBytes(folders),
    floors: { named: minFreeMib * MIB, unnamed: minFreeMibAnonymous * MIB },
    onFloor({ for: forWhom, freeBytes }) {
      const freeMib = Math.floor(freeBytes / MIB)
      void tellHourly(counters, SERVICE, { name: 'spaceAlarmsPerHour', key: forWhom }, () =>
        log.warn({ folder, freeMib }, FLOOR_TEXTS[forWhom]),
      )
    },
    now,
  })
}

/** Wraps the objects, so that a file for which the disk has no space is logged, once an hour. */
export function tellNoSpace({ settings, objects, counters, log }: SpaceWorld): ObjectStore {
  const place = settings.objectStore?.endpoint ?? join(settings.dataDir, FILES_FOLDER)
  async function told<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work
    } catch (error) {
      if (isNoSpaceError(error)) {
        await tellHourly(counters, SERVICE, { name: 'fullAlarmsPerHour' }, () =>
          log.error(
            { place, err: error.cause },
            'a file could not be stored, since its disk or bucket is full: free some space there',
          ),
        )
      }
      throw error
    }
  }
  return {
    ...objects,
    put: (...args) => told(objects.put(...args)),
    receive: (...args) => told(objects.receive(...args)),
  }
}
