// The server: connects the real parts and listens.
import { createAdaptorServer } from '@hono/node-server'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AlcoveError } from '../shared/errors.ts'
import { loadSecret } from './auth/secret.ts'
import { readAssets } from './console/assets.ts'
import { openVersions } from './console/versions.ts'
import { createService, type Service } from './create-service.ts'
import { exitWithParent } from './exit-with-parent.ts'
import { openObjects } from './files/open-objects.ts'
import { createMemoryCounters } from './limits/memory-counters.ts'
import { createRedisCounters } from './limits/redis-counters.ts'
import { createLog, type Log } from './log.ts'
import { checkConfigs } from './projects/check-configs.ts'
import { loadConfig } from './projects/load-config.ts'
import { modelsInUse } from './projects/models-in-use.ts'
import type { ConfigHolder } from './projects/project.ts'
import { startRegularTasks } from './regular-tasks.ts'
import { startReloads } from './start-reloads.ts'
import {
  connectionsFor,
  limitConnections,
  readDescriptorLimit,
  serverOptionsOf,
  SOCKET_LIMITS,
  closeServer,
} from './routes/connections.ts'
import { createLineWriter } from './line-writer.ts'
import { trackIdle } from './routes/idle-connections.ts'
import { createRequestLimit } from './routes/open-requests.ts'
import { addressPlaces, limitPeers } from './routes/peer-connections.ts'
import { readSettings, type Settings } from './settings.ts'
import { openStore } from './store/store.ts'
import { type ServerFacts, tellAddresses } from './tell-addresses.ts'
import { warnOfScopes } from './warn-of-scopes.ts'
import { createMemoryLog } from './streams/memory-log.ts'
import { createRedisLog } from './streams/redis-log.ts'
import { logBucketFindings } from './log-bucket-findings.ts'
import { writeDirectly } from './streams/send-log.ts'

/** Running answers get this long to end after SIGTERM; orchestrators kill after 30 s. */
const DRAIN_MS = 25_000
/** Part of `DRAIN_MS` for calls that are not answers. */
const CALLS_MS = 2_000
/** Time for crawls to leave their sources to other servers; a lease that is kept longer ends by itself. */
const CRAWLS_MS = 1_000
/** Time for the last chunks to reach their readers after the answers have ended. */
const READERS_MS = 1_000
/** Time for databases and Redis to close: a hanging one must not keep the process. */
const CLOSE_MS = 2_000
const MS_PER_SECOND = 1_000

/** Host of requests that name none (HTTP/1.0). HOST does not work here: a URL cannot have `::`. */
const UNNAMED_HOST = 'localhost'

/** Exit code of a start that the settings or the machine make impossible. */
const EXIT_UNUSABLE = 1

// A person at a terminal gets a short text, a program all fields.
const isTerminal = process.stdout.isTTY

try {
  await start()
} catch (error) {
  console.error(describe(error))
  process.exit(EXIT_UNUSABLE)
}

async function start() {
  const settings = readSettings(process.env, loadSecret)
  const log = createLog({
    write: createLineWriter(),
    level: settings.logLevel ?? (isTerminal ? 'warn' : 'info'),
    format: isTerminal ? 'text' : 'json',
    secrets: settings.hidden,
  })
  for (const warning of settings.warnings) log.warn({}, warning)
  const { service, store, configs, close } = await openService(settings, log)
  const { runs, files, crawls, cases, notices, endLost, embedPages, sweepFacts, removeExpired } =
    service
  const { limits } = settings
  const endTasks = await startRegularTasks({
    store,
    runs,
    files,
    crawls,
    cases,
    notices,
    endLost,
    embedPages,
    sweepFacts,
    removeExpired,
    limits,
    log,
  })
  const endReloads = await startReloads(service, { settings, store, configs, log })
  const models = await modelsInUse(service.projects, configs.current)
  const server = listen(service, { settings, models, log })
  void logBucketFindings(settings, log, store.now)

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    log.info({}, 'stopping')
    const drainedBy = performance.now() + DRAIN_MS
    // Calls still arrive until the load balancer has seen the 503 of /readyz.
    service.readiness.stop()
    await delay(settings.stopDelaySeconds * MS_PER_SECOND)
    const closing = closeServer(server)
    endTasks()
    endReloads()
    const crawlsEnded = Promise.all([crawls.stop(), cases.stop()])
    // Until then, pending calls are answered or have become running answers.
    await closing.waitUntilGone(CALLS_MS)
    // Timers take whole milliseconds.
    await runs.drain(Math.max(0, Math.floor(drainedBy - performance.now())))
    await Promise.race([crawlsEnded, delay(CRAWLS_MS)])
    // The last chunks of the answers reach their readers.
    await closing.waitUntilGone(READERS_MS)
    const leaving = new AbortController()
    await Promise.race([close(), delay(CLOSE_MS, undefined, { signal: leaving.signal })])
    leaving.abort()
    // Calls that arrive during shutdown get 503.
    await closing.waitUntilGone(READERS_MS)
    log.info({}, 'stopped')
    process.exit(0)
  }
  const stopLoudly = () => void stop().catch((error: unknown) => fail(error, log))
  process.on('SIGTERM', stopLoudly)
  process.on('SIGINT', stopLoudly)
  exitWithParent(stopLoudly)
}

/**
 * Builds the service on the store, the Redis and the bucket of the settings; `close` releases their
 * connections.
 */
async function openService(settings: Settings, log: Log) {
  const { configPath, databaseUrl, databaseConnections, dataDir, limits, redisUrl } = settings
  const current = await loadConfig({ path: configPath, folder: process.cwd(), limits })
  const configs: ConfigHolder = { current }
  const build = join(import.meta.dirname, '..', 'dist')
  const versions = { built: join(build, 'v'), kept: join(dataDir, 'v') }
  const assets = await readAssets(build, await openVersions(versions, log))
  const store = await openStore({ databaseUrl, databaseConnections, dataDir, log })
  const { now } = store
  await checkConfigs(current, settings, store, log)
  await warnOfScopes(current, store, log)
  const redis = redisUrl === undefined ? undefined : await openRedis(redisUrl)
  const memory = createMemoryCounters(now)
  const counters = redis
    ? createRedisCounters({ connection: redis, fallback: memory, log })
    : memory
  // A process that is alone on its database shares its streams with no other.
  const shared = redis && store.isShared ? createRedisLog({ connection: redis, log }) : undefined
  const service = createService({
    settings,
    configs,
    store,
    objects: openObjects(settings, now),
    counters,
    streams: createMemoryLog(),
    shared,
    askRedis: redis && (() => redis.client.ping()),
    assets,
    log,
    now,
  })
  await service.projectSettings.checkPublished(current)
  await service.projectSettings.publishFirst()
  const close = async () => {
    await counters.close()
    shared?.close()
    redis?.close()
    await store.close()
  }
  return { service, store, configs, close }
}

/** Imported only when needed: the client takes a tenth of the server's time to load. */
async function openRedis(url: string) {
  const { connectRedis } = await import('./redis/connect-redis.ts')
  return connectRedis(url)
}

function listen({ app, addressKey }: Service, told: ServerFacts) {
  const { settings, log } = told
  const { trustedProxies, limits, connectionsPerAddress } = settings
  const now = () => performance.now()
  const descriptors = readDescriptorLimit()
  const chosen = limits.rates === 'off' ? 0 : connectionsPerAddress
  const max = addressPlaces(descriptors && connectionsFor(descriptors), chosen)
  const requestLimit = createRequestLimit({ max, trustedProxies, addressKey, log, now })
  const server = createAdaptorServer({
    // No limit: this process answers; each route has its own limits, and the socket has SOCKET_LIMITS.
    fetch: writeDirectly((request, bindings) =>
      app.fetch(request, {
        ...bindings,
        isTooMany: requestLimit.isTooMany(bindings.incoming),
      }),
    ),
    hostname: UNNAMED_HOST,
    serverOptions: serverOptionsOf(SOCKET_LIMITS),
  })
  server.listen(settings.port, settings.host, () => {
    // When Alcove runs inside another process, that process prints the addresses.
    const listening = { ...told, isTerminal: isTerminal && !process.connected, print: console.log }
    tellAddresses(server.address() as AddressInfo, listening)
  })
  server.setTimeout(SOCKET_LIMITS.idleMs)
  const http = server as Server
  const idle = trackIdle(http)
  // All connections behind proxies belong to the proxies, so requests are counted instead.
  if (trustedProxies > 0) requestLimit.watch(http)
  else limitPeers(http, { max, idle, addressKey, log, now })
  limitConnections(http, { descriptors, idle, log, now })
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(describe(error, settings))
    process.exit(EXIT_UNUSABLE)
  })
  return server
}

function fail(error: unknown, log: Log) {
  log.error({ err: error }, 'could not stop cleanly')
  process.exit(EXIT_UNUSABLE)
}

/** A sentence for the operator, without a stack. */
function describe(error: unknown, settings?: Settings): string {
  if (error instanceof AlcoveError) {
    // The visitors' sentence says only that there is trouble; the cause tells the operator which.
    const wasReported = error.code === 'unavailable' && error.cause instanceof AlcoveError
    if (wasReported) return describe(error.cause)
    return [error.message, error.hint].filter(Boolean).join(' ')
  }
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'EADDRINUSE') {
    return `Port ${settings?.port} is in use by another program. Set PORT to a free one.`
  }
  if (code === 'EACCES') return `Port ${settings?.port} may not be used. Set PORT to a higher one.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST is ${JSON.stringify(settings?.host)}, but this machine has no such address.`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
