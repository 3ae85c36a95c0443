// The server: connects the real parts and listens.
import { serve } from '@hono/node-server'
import { join } from 'node:path'
import { AlcoveError } from '../shared/errors.ts'
import { createApp } from './app.ts'
import { loadSecret } from './auth/load-secret.ts'
import { exitWithParent } from './exit-with-parent.ts'
import { createLog, type Log } from './log.ts'
import { createModel } from './models/create-model.ts'
import { readAssets, warmAssets } from './routes/read-assets.ts'
import { serverOptionsOf, SOCKET_LIMITS } from './routes/socket-limits.ts'
import { createRuns } from './runs/create-runs.ts'
import { readSettings, type Settings } from './settings.ts'
import { openStore } from './store/open-store.ts'
import { createMemoryLog } from './streams/memory-log.ts'

/** Abandoned runs are looked for this often. */
const SWEEP_MS = 15_000
/** On SIGTERM running answers get this long to end; orchestrators kill after 30 s. */
const DRAIN_MS = 25_000

/** Exit code of a start that the settings or the machine made impossible. */
const EXIT_UNUSABLE = 1

try {
  await start()
} catch (error) {
  console.error(describe(error))
  process.exit(EXIT_UNUSABLE)
}

async function start() {
  const settings = readSettings(process.env, loadSecret)
  const log = createLog({
    write: (line) => process.stdout.write(line),
    secrets: secretsOf(settings),
  })
  for (const warning of settings.warnings) log.warn({}, warning)
  const onError = (error: unknown) => log.error({ err: error }, 'a run met an error')

  const assets = await readAssets(join(import.meta.dirname, '..', 'dist'))
  const model = createModel(settings.model, {
    log: (entry) => log.warn({ ...entry }, 'the model provider gave trouble'),
  })
  const store = await openStore({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    log,
  })
  const runs = createRuns({
    store,
    model,
    log: createMemoryLog(),
    ...(settings.system === undefined ? {} : { system: settings.system }),
    now: () => new Date(),
    onError,
  })
  const sweep = async () => {
    const count = await runs.recover()
    if (count > 0) log.info({ count }, 'saved the answers that a crash had left')
  }
  await sweep()
  const sweeping = setInterval(() => void sweep().catch(onError), SWEEP_MS)

  const app = createApp({ settings, store, runs, assets, log, clock: () => Date.now() })
  const server = serve(
    {
      fetch: app.fetch,
      port: settings.port,
      hostname: settings.host,
      serverOptions: serverOptionsOf(SOCKET_LIMITS),
    },
    ({ port, address }) => {
      log.info({ port, address, model: model.name, pid: process.pid }, 'listening')
      void warmAssets(assets)
    },
  )
  server.setTimeout(SOCKET_LIMITS.idleMs)
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(describe(error, settings))
    process.exit(EXIT_UNUSABLE)
  })

  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    log.info({}, 'stopping')
    server.close()
    clearInterval(sweeping)
    await runs.drain(DRAIN_MS)
    // Readers have their answers' ends by now; idle connections are what is left.
    if ('closeIdleConnections' in server) server.closeIdleConnections()
    await store.close()
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

function secretsOf({ secret, hostSecret, databaseUrl, model }: Settings): string[] {
  const password = databaseUrl === undefined ? '' : new URL(databaseUrl).password
  const values = [secret, hostSecret, password, model.openaiApiKey, model.anthropicApiKey]
  return values.filter((value) => value !== undefined)
}

/** One sentence for the operator, without a stack. */
function describe(error: unknown, settings?: Settings): string {
  if (error instanceof AlcoveError) return [error.message, error.hint].filter(Boolean).join(' ')
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'EADDRINUSE') {
    return `Port ${settings?.port} is in use by another program. Set PORT to a free one.`
  }
  if (code === 'EACCES') return `Port ${settings?.port} may not be used. Set PORT to a higher one.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
