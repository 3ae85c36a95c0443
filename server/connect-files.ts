import { isReservedId } from './auth/identity.ts'
import { deriveKey } from './auth/secret.ts'
import type { connectLimits } from './connect-limits.ts'
import { connectSpace, logNoSpace } from './connect-space.ts'
import { createFiles } from './files/create-files.ts'
import { createGuardedFetch } from './files/fetch/guarded-fetch.ts'
import type { ObjectStore } from './files/object-store.ts'
import { reportHourly, type Counters } from './limits/counters.ts'
import { PROJECT_BYTES_LIFE_MS } from './limits/message-quota.ts'
import type { Log } from './log.ts'
import { createMissedUploadsAlarm } from './log-bucket-findings.ts'
import { createLookupCache } from './projects/lookup-cache.ts'
import type { Projects } from './projects/project.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'

interface FilesWorld {
  readonly settings: Settings
  readonly store: Store
  readonly objects: ObjectStore
  readonly counters: Counters
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Files of messages, and the alarms about them. */
export function connectFiles(
  world: FilesWorld,
  projects: Projects,
  {
    limits,
    warnOfUsedUpShare,
  }: Pick<ReturnType<typeof connectLimits>, 'limits' | 'warnOfUsedUpShare'>,
) {
  const { settings, store, counters, log, now } = world
  const sums = createLookupCache({
    load: (id) => store.files.projectBytes(id),
    lifeMs: PROJECT_BYTES_LIFE_MS,
    now,
  })
  return createFiles({
    rows: store.files,
    objects: logNoSpace(world),
    space: connectSpace(world),
    limits,
    projectBytes: async (id) => (await sums.find(id)) ?? 0,
    onFull: (projectId, forWhom) =>
      reportHourly(counters, projectId, { name: 'fileAlarmsPerHour', key: forWhom }, () =>
        log.warn(
          { projectId, forWhom },
          'a project stores as many files as it may: more are refused',
        ),
      ),
    onAddressFull: (projectId, address) =>
      void warnOfUsedUpShare(projectId, 'uploadsAtOncePerAddress', address).catch(
        (error: unknown) => log.error({ err: error }, 'an alarm could not be counted'),
      ),
    signingKey: deriveKey(settings.secret, 'file-address'),
    now,
    filesOrigin: settings.filesUrl,
    fileTypesOf: async (id) => (await projects.find(id))?.fileTypes,
    isOpen: async (id, writes) => {
      const project = await projects.find(id)
      return project !== undefined && !(writes && project.readOnly)
    },
    isUnnamed: isReservedId,
    fetch: createGuardedFetch(),
    onMissedUploads: createMissedUploadsAlarm(log, now),
    onLost: ({ key, scope: { projectId } }) =>
      log.warn({ projectId, key }, settings.objectStore ? LOST_IN_BUCKET : LOST_IN_FOLDER),
  })
}

const LOST_IN_FOLDER =
  'a file of a conversation is not in the data folder of this server: if another server took it, set S3_BUCKET; otherwise restore "files" from a backup'

const LOST_IN_BUCKET = 'a file of a conversation is not in the bucket: restore it there from a copy'

/** Origins where the frame puts and reads files, if they differ from its own. */
export function filesOriginsOf({ filesUrl, objectStore }: Settings): readonly string[] {
  if (objectStore !== undefined) return [objectStore.endpoint]
  return filesUrl === undefined ? [] : [filesUrl]
}
