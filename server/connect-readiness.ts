import { join } from 'node:path'
import { checkFolder } from './files/disk-space.ts'
import type { ObjectStore } from './files/object-store.ts'
import { FILES_FOLDER } from './files/open-objects.ts'
import type { Log } from './log.ts'
import { createReadiness, type Readiness } from './readiness.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

interface ReadinessWorld {
  readonly settings: Pick<Settings, 'dataDir' | 'databaseUrl'>
  readonly store: Pick<Store, 'checkWrite'>
  readonly objects: ObjectStore
  readonly log: Log
}

/** Checks a write to the database, and to the folders of this machine that hold files. */
export function connectReadiness(world: ReadinessWorld): Readiness {
  const { settings, store, objects, log } = world
  const { dataDir, databaseUrl } = settings
  const files = join(dataDir, FILES_FOLDER)
  return createReadiness({
    proofs: [
      { what: 'The database', write: () => store.checkWrite() },
      ...(databaseUrl === undefined
        ? [{ what: 'The data folder', write: () => checkFolder(dataDir) }]
        : []),
      ...(objects.kind === 'served'
        ? [{ what: 'The folder of the files', write: () => checkFolder(files) }]
        : []),
    ],
    onChange(failure) {
      if (failure) log.error({ err: failure }, 'not ready: a write fails')
      else log.warn({}, 'ready again: writes work')
    },
    elapsed: () => performance.now(),
  })
}
