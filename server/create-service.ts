import type { Hono } from 'hono'
import { createApp } from './app.ts'
import { endLost } from './end-lost.ts'
import { connectCases, type ConnectedCases } from './connect-cases.ts'
import { connectDesk } from './connect-desk.ts'
import { connectAuth } from './connect-auth.ts'
import { connectProjects } from './connect-projects.ts'
import { connectFiles, filesOriginsOf } from './connect-files.ts'
import { connectHealth } from './connect-health.ts'
import { connectCrawls, type ConnectedCrawls } from './connect-crawls.ts'
import { connectLimits } from './connect-limits.ts'
import { connectPreviews } from './connect-previews.ts'
import { connectReadiness } from './connect-readiness.ts'
import { connectVectors } from './connect-vectors.ts'
import { connectFacts } from './connect-facts.ts'
import { connectGuard } from './connect-guard.ts'
import { connectNotices, type ConnectedNotices } from './connect-notices.ts'
import { connectKnowledge } from './connect-knowledge.ts'
import { createModelErrors, type ModelErrors } from './desk/reports/health/model-errors.ts'
import { createGuardedPost } from './files/fetch/guarded-post.ts'
import { createRetention } from './desk/retention/create-retention.ts'
import type { Files } from './files/files.ts'
import type { ObjectStore } from './files/object-store.ts'
import type { AddressKey } from './limits/address-key.ts'
import type { Counters } from './limits/counters.ts'
import { createBodyBudget } from './limits/body-budget.ts'
import { createKnowledgeSearch } from './knowledge/index/create-search.ts'
import type { Log } from './log.ts'
import type { Assistants } from './models/model.ts'
import {
  createAssistants,
  type AssistantsSettings,
  type CreatedAssistants,
} from './models/create-assistants.ts'
import type { ConfigHolder, Projects } from './projects/project.ts'
import type { ProjectSettingsService } from './projects/settings/settings-service.ts'
import type { AppEnv } from './routes/app-env.ts'
import type { Assets } from './console/assets.ts'
import { createRefusedOrigins } from './routes/api-headers.ts'
import { createOwnAddresses } from './routes/own-addresses.ts'
import { createUnreadableAddresses } from './routes/unreadable-addresses.ts'
import type { ApiParts } from './routes/route.ts'
import { createSuggestionsMaker } from './runs/make-suggestions.ts'
import { createShortAnswers } from './runs/short-answers.ts'
import { createTitles } from './runs/titles.ts'
import { createRuns, type Runs } from './runs/runs.ts'
import { readVersion } from './read-version.ts'
import type { Readiness } from './readiness.ts'
import type { Settings } from './settings.ts'
import type { Store } from './store/store.ts'
import type { StreamLog } from './streams/memory-log.ts'
import type { SharedLog } from './streams/shared-log.ts'

/** Everything that the service needs from outside. */
export interface ServiceWorld {
  readonly settings: Settings
  /** The blocks of `alcove.config.ts`, which a reload replaces. */
  readonly configs: ConfigHolder
  /** Default: those of the configuration, with the models of their providers. */
  readonly assistants?: Assistants
  readonly store: Store
  readonly objects: ObjectStore
  readonly counters: Counters
  readonly streams: StreamLog
  /** Absent: other servers of the same database find running answers in its checkpoints. */
  readonly shared?: SharedLog | undefined
  /** Rejects while Redis does not answer. Absent: the server uses none. */
  readonly askRedis?: (() => Promise<unknown>) | undefined
  readonly assets: Assets
  readonly log: Log
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface Service {
  /** Maps a request to its answer; does not listen. */
  readonly app: Hono<AppEnv>
  readonly projects: Projects
  readonly projectSettings: ProjectSettingsService
  readonly runs: Runs
  readonly files: Files
  readonly crawls: ConnectedCrawls
  readonly cases: ConnectedCases
  readonly readiness: Readiness
  readonly addressKey: AddressKey
  /** Makes the vectors that pages lack, until the signal aborts. */
  readonly embedPages: (signal: AbortSignal) => Promise<void>
  /** Writes facts of answers that have none, until the signal aborts. */
  readonly sweepFacts: (signal: AbortSignal) => Promise<number>
  /** Webhooks, and weekly reports. */
  readonly notices: ConnectedNotices
  /** Removes conversations and prompts that are older than their project keeps them. Returns how many. */
  readonly removeExpired: () => Promise<number>
  /**
   * Stops running answers without a reader: those of suspended projects and in removed threads. Returns how
   * many.
   */
  readonly endLost: () => Promise<number>
}

/** Makes all parts of the service and connects them: for the server, and for tests of the whole. */
export function createService(world: ServiceWorld): Service {
  const { settings, store, log, now } = world
  const onError = (error: unknown) => log.error({ err: error }, 'a run met an error')
  const { projects, projectSettings } = connectProjects(world)
  const counting = connectLimits(world, projects)
  const { addressKey, limits, budgets, quota } = counting
  const { files, handleFile } = connectFiles(world, projects, counting)
  const facts = connectFacts(world, projects)
  const { embedPages, search: vectors } = connectVectors({
    settings,
    projects,
    store,
    budgets,
    countEmbedding: facts.countEmbedding,
    log,
    now,
  })
  const search = createKnowledgeSearch(store.knowledge, vectors)
  const { knowledgeOf, draftKnowledgeOf, keptDocuments } = connectKnowledge(world, projects, search)
  const modelErrors = createModelErrors(now)
  const created = world.assistants
    ? undefined
    : connectAssistants(world, projects, knowledgeOf, modelErrors)
  const assistants = world.assistants ?? created!
  const ask = createShortAnswers({ assistants, budgets, onError })
  const titles = createTitles({ store, ask, limits, onError })
  const retention = createRetention({ store, rulesOf: projects.rulesOf, now })
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
    keepFacts: facts.keep,
    now: () => new Date(now()),
    onError,
  })
  const crawls = connectCrawls(world, projectSettings)
  const cases = connectCases(
    world,
    projects,
    assistants,
    created && { make: created.make, modelOf: created.modelOf, knowledgeOf: draftKnowledgeOf },
  )
  const { maker, ...previews } = connectPreviews(world, projects, runs, cases)
  const readiness = connectReadiness(world)
  const notices = connectNotices(world)
  const api = {
    store,
    projects,
    runs,
    titles,
    makeSuggestions: createSuggestionsMaker(ask),
    files,
    crawls,
    keptDocuments,
    search,
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
  } satisfies ApiParts
  const app = createApp({
    api,
    desk: connectDesk(settings, api, log, {
      health: {
        check: connectHealth({ ...world, readiness }),
        modelErrors,
        version: readVersion(),
      },
      retention,
      cases,
      projectSettings,
      notices,
      previews: maker,
    }),
    previews,
    assets: world.assets,
    apiOrigins: settings.apiOrigins,
    filesOrigins: filesOriginsOf(settings),
    handleFile,
    readiness,
    welcome: settings,
    log,
    now,
  })
  return {
    app,
    projects,
    projectSettings,
    runs,
    files,
    crawls,
    cases,
    addressKey,
    readiness,
    embedPages,
    sweepFacts: facts.sweep,
    async removeExpired() {
      await projectSettings.removeLeftSources(now())
      return retention.remove()
    },
    notices,
    endLost: () => endLost(runs, projects, store),
  }
}

const connectAssistants = (
  { settings, log }: ServiceWorld,
  projects: Projects,
  knowledgeOf: AssistantsSettings['knowledgeOf'],
  modelErrors: Pick<ModelErrors, 'note'>,
): CreatedAssistants =>
  createAssistants({
    knowledgeOf,
    configOf: async (projectId, id) => (await projects.find(projectId))?.assistants.get(id),
    settings,
    postTool: createGuardedPost({ allowsLoopback: settings.allowsLocalTools }),
    log(entry) {
      modelErrors.note(entry)
      log.warn({ ...entry }, 'the model provider gave trouble')
    },
    isPublic: settings.isProduction,
  })
