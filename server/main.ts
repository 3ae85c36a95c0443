// The server: connects the real parts and listens.
import { serve } from '@hono/node-server'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { AlcoveError } from '../shared/errors.ts'
import { loadSecret } from './auth/secret.ts'
import { checkConfigs } from './check-configs.ts'
import { closeServer } from './close-server.ts'
import { createService } from './create-service.ts'
import { exitWithParent } from './exit-with-parent.ts'
import { createLog, type Log } from './log.ts'
import { readAssets, warmAssets } from './console/assets.ts'
import { modelSecrets } from './models/providers.ts'
import {
  limitConnections,
  readDescriptorLimit,
  serverOptionsOf,
  SOCKET_LIMITS,
} from './routes/connection-limits.ts'
import { writeDirectly } from './write-directly.ts'
import { openObjects } from './files/open-objects.ts'
import { openCounters } from './open-counters.ts'
import { connectRedis } from './redis/connect-redis.ts'
import { loadConfig } from './projects/load-config.ts'
import { readSettings, type Settings } from './settings.ts'
import { openStore } from './store/store.ts'
import { purgeStore } from './purge-store.ts'
import { createMemoryLog } from './streams/memory-log.ts'
import { createRedisLog } from './streams/redis-log.ts'

/** Abandoned runs, and those for nobody, are looked for this often. */
const SWEEP_MS = 15_000
/** What nobody needs any more is removed this often. */
const PURGE_MS = 3_600_000
/** On SIGTERM running answers get this long to end; orchestrators kill after 30 s. */
const DRAIN_MS = 25_000
/** Of that, calls that are no answers get so long. */
const CALLS_MS = 2_000
/** After it, what was said last gets so long on its way. */
const READERS_MS = 1_000

/** Exit code of a start that the settings or the machine made impossible. */
const EXIT_UNUSABLE = 1

try {
  await start()
} catch (error) {
  console.error(describe(error))
  process.exit(EXIT_UNUSABLE)
}

async function start() {
  const timers: ReturnType<typeof setInterval>[] = []
  const settings = readSettings(process.env, loadSecret)
  // A person at a terminal wants to know what is wrong, a program everything.
  const isTerminal = process.stdout.isTTY
  const log = createLog({
    write: (line) => process.stdout.write(line),
    level: settings.logLevel ?? (isTerminal ? 'warn' : 'info'),
    format: isTerminal ? 'text' : 'json',
    secrets: secretsOf(settings),
  })
  for (const warning of settings.warnings) log.warn({}, warning)
  const { limits, configPath } = settings
  const configs = await loadConfig({ path: configPath, folder: process.cwd(), limits })
  const assets = await readAssets(join(import.meta.dirname, '..', 'dist'))
  const store = await openStore({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    log,
  })
  const { now } = store
  await checkConfigs(configs, settings, store, log)
  const redis = settings.redisUrl === undefined ? undefined : await connectRedis(settings.redisUrl)
  const counters = openCounters(redis, log, now)
  const objects = openObjects(settings, now)
  const streams = createMemoryLog()
  // Alone on its database, a process has nobody to share its streams with.
  const shared = redis && store.isShared ? createRedisLog({ connection: redis, log }) : undefined
  const service = createService({
    settings,
    configs,
    store,
    objects,
    counters,
    streams,
    shared,
    assets,
    log,
    now,
  })
  const { app, runs, files, endLost } = service

  const sweepRuns = async () => {
    const count = await store.maintenance.alone('recovery', () => runs.recover())
    if (count !== undefined && count > 0)
      log.info({ count }, 'saved the answers that a crash had left')
    const lost = await endLost()
    if (lost > 0)
      log.info({ count: lost }, 'ended the answers of suspended projects and gone threads')
  }
  const purge = async () => {
    await store.maintenance.alone('removal', async () => {
      const rows = await purgeStore(store, settings.limits, now())
      const removed = await files.sweep()
      if (rows + removed > 0) log.info({ rows, files: removed }, 'removed what nobody needs')
    })
  }
  // Before the first call, which must not find the thread of a dead run busy.
  await sweepRuns()
  repeat(SWEEP_MS, sweepRuns)
  // Beside the first calls: a bucket that is away must not keep the service from starting.
  void purge().catch(onTaskError)
  repeat(PURGE_MS, purge)

  const server = serve(
    {
      fetch: writeDirectly(app.fetch),
      port: settings.port,
      hostname: settings.host,
      serverOptions: serverOptionsOf(SOCKET_LIMITS),
    },
    ({ port, address }) => {
      const model = settings.model.model ?? 'demo'
      log.info({ port, address, model, pid: process.pid }, 'listening')
      // Whoever started it as a part of something tells its address.
      if (isTerminal && !process.connected) console.log(`Alcove listens on ${address}:${port}.`)
      void warmAssets(assets)
    },
  )
  server.setTimeout(SOCKET_LIMITS.idleMs)
  const descriptors = readDescriptorLimit()
  limitConnections(server as Server, { descriptors, log, now: () => performance.now() })
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(describe(error, settings))
    process.exit(EXIT_UNUSABLE)
  })

  function onTaskError(error: unknown) {
    log.error({ err: error }, 'a regular task failed')
  }
  function repeat(everyMs: number, task: () => Promise<void>) {
    timers.push(setInterval(() => void task().catch(onTaskError), everyMs))
  }

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    log.info({}, 'stopping')
    const drainedBy = performance.now() + DRAIN_MS
    const closing = closeServer(server)
    for (const timer of timers) clearInterval(timer)
    // Calls under way have what they asked for by then, or have become answers that run.
    await closing.waitUntilGone(CALLS_MS)
    // A timer counts whole milliseconds.
    await runs.drain(Math.max(0, Math.floor(drainedBy - performance.now())))
    // The ends of the answers reach their readers.
    await closing.waitUntilGone(READERS_MS)
    await counters.close()
    shared?.close()
    redis?.close()
    await store.close()
    // Who called even now is told so.
    await closing.waitUntilGone(READERS_MS)
    log.info({}, 'stopped')
    process.exit(0)
  }
  const stopLoudly = () => void stop().catch((error: unknown) => fail(error, log))
  process.on('SIGTERM', stopLoudly)
  process.on('SIGINT', stopLoudly)
  exitWithParent(stopLoudly)
}

function fail(error: unknown, log: Log) {
  log.error({ err: error }, 'could not stop cleanly')
  process.exit(EXIT_UNUSABLE)
}

function secretsOf({ secret, hostSecret, model, ...settings }: Settings): string[] {
  const passwords = [settings.databaseUrl, settings.redisUrl].map((url) =>
    url === undefined ? '' : decodeURIComponent(new URL(url).password),
  )
  const keys = [...modelSecrets(model), settings.objectStore?.secretAccessKey]
  return [secret, hostSecret, ...passwords, ...keys].filter((value) => value !== undefined)
}

/** One sentence for the operator, without a stack. */
function describe(error: unknown, settings?: Settings): string {
  if (error instanceof AlcoveError) {
    // Visitors are told that there is trouble; the operator, which one.
    const isTold = error.code === 'unavailable' && error.cause instanceof AlcoveError
    if (isTold) return describe(error.cause)
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
