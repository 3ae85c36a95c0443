import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import {
  startObjectStore,
  type ObjectStoreServer,
} from '../../e2e/object-store/start-object-store.ts'
import { findFreePort } from '../find-free-port.ts'
import { createDatabase, startPostgres } from '../postgres.ts'
import { startRedis, type RedisServer } from '../redis.ts'
import { startProxy } from './start-proxy.ts'

export interface ClusterSettings {
  /** Server processes; default 3. */
  readonly servers?: number
  /** Settings of each server, besides addresses and folders. */
  readonly env?: Readonly<Record<string, string>>
  /** URL of a running Postgres server, on which a database is created; default: a new server. */
  readonly postgresUrl?: string
  /** Port of the balancer; default: a free one. */
  readonly port?: number
}

/** A server process of the cluster. */
export interface ClusterServer {
  readonly port: number
  readonly pid: number
  /** Sends SIGTERM and waits for the exit. */
  stop(): Promise<number | null>
  /** Sends SIGKILL. */
  kill(): Promise<void>
  /** Starts it again at the same address after `stop` or `kill`. */
  start(): Promise<void>
  /** Output since its last start. */
  output(): string
}

/** The services of `docs/compose.yaml` as local processes. */
export interface Cluster {
  /** The balancer's address, the only one that a visitor needs. */
  readonly url: string
  readonly servers: readonly ClusterServer[]
  readonly databaseUrl: string
  readonly redis: RedisServer
  readonly objects: ObjectStoreServer
  stop(): Promise<void>
}

/** Starts the cluster with Debian's packages; after a failure everything is stopped. */
export async function startCluster(settings: ClusterSettings = {}): Promise<Cluster> {
  const stops: (() => Promise<unknown>)[] = []
  // In reverse order: dependents stop first.
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next()
  }
  try {
    return await start(settings, (task) => void stops.push(task), stop)
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(
  { servers: count = 3, env = {}, postgresUrl, port }: ClusterSettings,
  onStop: (task: () => Promise<unknown>) => void,
  stop: () => Promise<void>,
): Promise<Cluster> {
  const startOwn = async () => {
    const postgres = await startPostgres()
    onStop(() => postgres.stop())
    return postgres.url
  }
  const databaseUrl = await createDatabase(postgresUrl ?? (await startOwn()))
  const redis = await startRedis()
  onStop(() => redis.stop())
  const objects = await startObjectStore()
  onStop(() => objects.stop())
  const balancerPort = port ?? (await findFreePort())
  const serverEnv = {
    ALCOVE_SECRET: 'a secret that the servers of this cluster share',
    ALCOVE_PUBLIC_URL: `http://127.0.0.1:${balancerPort}`,
    ALCOVE_TRUSTED_PROXIES: '1',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redis.url,
    S3_BUCKET: objects.settings.bucket,
    S3_ENDPOINT: objects.settings.endpoint,
    S3_REGION: objects.settings.region,
    S3_ACCESS_KEY_ID: objects.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: objects.settings.secretAccessKey,
    ...env,
  }
  // All at the same time, like a deployment: one of them creates the tables.
  const starts = await Promise.allSettled(
    Array.from({ length: count }, () => startServer(serverEnv)),
  )
  const servers = starts.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  onStop(() => Promise.all(servers.map((server) => server.stop())))
  for (const one of starts) if (one.status === 'rejected') throw one.reason
  const serverPorts = servers.map((server) => server.port)
  const balancer = await startProxy('HAProxy', { port: balancerPort, serverPorts })
  onStop(() => balancer.stop())
  return { url: balancer.url, servers, databaseUrl, redis, objects, stop }
}

async function startServer(env: Readonly<Record<string, string>>): Promise<ClusterServer> {
  let running: AlcoveServer = await startAlcove({ env })
  const { port } = running
  return {
    port,
    get pid() {
      return running.pid
    },
    stop: () => running.stop(),
    kill: () => running.kill(),
    async start() {
      running = await startAlcove({ env, port })
    },
    output: () => running.output(),
  }
}
