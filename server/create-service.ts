import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { connectLimits } from './connect-limits.ts'
import { connectReadiness } from './connect-readiness.ts'
import { connectSpace, logNoSpace } from './connect-space.ts'
import { createAccessTokens } from './auth/access-token.ts'
import { createApiKeys } from './auth/api-keys.ts'
import { createAuthenticator } from './auth/authenticate.ts'
import { deriveKey } from './auth/secret.ts'
import { createHostTokens } from './auth/host-token.ts'
import { isReservedId } from './auth/identity.ts'
import { createSessions } from './auth/sessions.ts'
import { connectGuard } from './connect-guard.ts'
import { connectKnowledge } from './connect-knowledge.ts'
import { createFiles } from './files/create-files.ts'
import { createGuardedFetch } from './files/fetch/guarded-fetch.ts'
import { createMissedUploadsAlarm } from './log-bucket-findings.ts'
import { createGuardedPost } from './files/fetch/guarded-post.ts'
import type { Files } from './files/files.ts'
import type { ObjectStore } from './files/object-store.ts'
import type { AddressKey } from './limits/address-key.ts'
import { reportHourly, type Counters } from './limits/counters.ts'
import { createBodyBudget } from './limits/body-budget.ts'
import { PROJECT_BYTES_LIFE_MS } from './limits/message-quota.ts'
import type { Log } from './log.ts'
import type { Assistants } from './models/model.ts'
import { createAssistants, type AssistantsSettings } from './models/create-assistants.ts'
import { createProjects } from './projects/create-projects.ts'
import { createLookupCache } from './projects/lookup-cache.ts'
import type { ProjectConfigs, Projects } from './projects/project.ts'
import type { AppEnv } from './routes/app-env.ts'
import type { Assets } from './console/assets.ts'
import { createRefusedOrigins } from './routes/api-headers.ts'
import { createOwnAddresses } from './routes/own-addresses.ts'
import { createUnreadableAddresses } from './routes/unreadable-addresses.ts'
import { createSuggestionsMaker } from './runs/make-suggestions.ts'
import { createShortAnswers } from './runs/short-answers.ts'
import { createTitles } from './runs/titles.ts'
import { createRuns, type Runs } from './runs/runs.ts'
import type { Readiness } from './readiness.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'
import type { StreamLog } from './streams/memory-log.ts'
import type { SharedLog } from './streams/shared-log.ts'

/** Everything that the service needs from outside. */
export interface ServiceWorld {
  readonly settings: Settings
  /** The blocks of `alcove.config.ts`. */
  readonly configs: ProjectConfigs
  /** Default: those of the configuration, with the models of their providers. */
  readonly assistants?: Assistants
  readonly store: Store
  readonly objects: ObjectStore
  readonly counters: Counters
  readonly streams: StreamLog
  /** Absent: other servers of the same database find running answers in its checkpoints. */
  readonly shared?: SharedLog | undefined
  readonly assets: Assets
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface Service {
  /** Maps a request to its answer; does not listen. */
  readonly app: Hono<AppEnv>
  readonly runs: Runs
  readonly files: Files
  readonly readiness: Readiness
  readonly addressKey: AddressKey
  /**
   * Stops running answers without a reader: those of suspended projects and in removed threads. Returns how
   * many.
   */
  readonly endLost: () => Promise<number>
}

/** Makes all parts of the service and connects them: for the server, and for tests of the whole. */
export function createService(world: ServiceWorld): Service {
  const { settings, configs, store, log, now } = world
  const onError = (error: unknown) => log.error({ err: error }, 'a run met an error')
  const projects = createProjects({ rows: store.projects, configs, environment: settings, now })
  const counting = connectLimits(world, projects)
  const { addressKey, limits, budgets, quota } = counting
  const { files, handleFile } = connectFiles(world, projects, counting)
  const { knowledgeOf, keptDocuments } = connectKnowledge(world, projects)
  const assistants = world.assistants ?? connectAssistants(world, projects, knowledgeOf)
  const ask = createShortAnswers({ assistants, budgets, onError })
  const titles = createTitles({ store, ask, limits, onError })
  const runs = createRuns({
    store,
    assistants,
    budgets,
    quota,
    files,
    titles,
    log: world.streams,
    shared: world.shared,
    amount: limits.amount,
    now: () => new Date(now()),
    onError,
  })
  const readiness = connectReadiness(world)
  const app = createApp({
    api: {
      store,
      projects,
      runs,
      titles,
      makeSuggestions: createSuggestionsMaker(ask),
      files,
      keptDocuments,
      limits,
      quota,
      bodies: createBodyBudget(),
      ...connectAuth(world),
      ...connectGuard(world, addressKey),
      publicUrl: settings.publicUrl,
      own: createOwnAddresses(settings),
      trustedProxies: settings.trustedProxies,
      onUnreadableAddress: createUnreadableAddresses(log, now),
      onRefusedOrigin: createRefusedOrigins(log, now),
      onBrokenAnswer: (error) => log.error({ err: error }, 'an answer broke off'),
      onUnreadableRow: (row) => log.warn(row, 'a stored message could not be converted'),
      now,
    },
    assets: world.assets,
    apiOrigins: settings.apiOrigins,
    filesOrigins: filesOriginsOf(settings),
    handleFile,
    readiness,
    welcome: settings,
    log,
    now,
  })
  return { app, runs, files, addressKey, readiness, endLost: () => endLost(runs, projects, store) }
}

function connectFiles(
  world: ServiceWorld,
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
  })
}

const connectAssistants = (
  { settings, log }: ServiceWorld,
  projects: Projects,
  knowledgeOf: AssistantsSettings['knowledgeOf'],
): Assistants =>
  createAssistants({
    knowledgeOf,
    configOf: async (projectId, id) => (await projects.find(projectId))?.assistants.get(id),
    settings,
    postTool: createGuardedPost({ allowsLoopback: settings.allowsLocalTools }),
    log: (entry) => log.warn({ ...entry }, 'the model provider gave trouble'),
    isPublic: settings.isProduction,
  })

/** Authentication and the lives of sessions. */
function connectAuth({ settings, store, log, now }: ServiceWorld) {
  const hostTokens = createHostTokens({
    fetch,
    onKeySetFailure: (url, error) =>
      log.warn({ url, err: error }, 'the keys of an issuer could not be fetched'),
    now,
  })
  const authenticator = createAuthenticator({
    accessTokens: createAccessTokens({ secret: settings.secret, now }),
    apiKeys: createApiKeys({ queries: store.apiKeys, now }),
    hostTokens,
  })
  const sessions = createSessions({
    queries: store.sessions,
    secret: settings.secret,
    onReuse: (sessionId) =>
      log.warn({ sessionId }, 'an old refresh token came back; session ended'),
    now,
  })
  return { authenticator, sessions }
}

async function endLost(runs: Runs, projects: Projects, { threads }: Store): Promise<number> {
  const suspended = await runs.endWhere(
    async ({ scope }) => (await projects.find(scope.projectId)) === undefined,
    'kept',
  )
  const removed = await runs.endWhere(
    async ({ scope, threadId }) =>
      threadId !== undefined && !(await threads.findInProject(scope.projectId, threadId)),
    'forgotten',
  )
  return suspended + removed
}

/** Origins where the frame puts and reads files, if they differ from its own. */
function filesOriginsOf({ filesUrl, objectStore }: Settings): readonly string[] {
  if (objectStore !== undefined) return [objectStore.endpoint]
  return filesUrl === undefined ? [] : [filesUrl]
}
