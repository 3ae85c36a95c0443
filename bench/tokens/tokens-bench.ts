import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createChatCalls, type CallOf } from '../create-chat-calls.ts'
import type { StreamCall } from '../open-streams.ts'
import { percentile } from '../percentile.ts'
import { readUsage } from '../process-usage.ts'
import { readDatabaseWork, type DatabaseWork } from './database-work.ts'
import {
  OTHER_CORE,
  readWritten,
  startAlcove,
  startRelay,
  type ServerPlace,
} from './measured-server.ts'
import { readRedisWork, type RedisWork } from './redis-work.ts'
import { startReaders } from './start-readers.ts'
import { startProcess, type BenchProcess } from '../start-process.ts'

/** Tokens per second of each answer. */
const RATE = 20
/** Tokens of a ten-minute answer, so that none ends during the measurement. */
const LENGTH = 12_000
/** Pause after the last stream was opened, so that the cost of opening is excluded. */
const SETTLE_MS = 3_000

export const TOKEN_SOURCES = ['relay', 'openai-compatible', 'anthropic'] as const
export type TokenSource = (typeof TOKEN_SOURCES)[number]

export interface TokensBenchSettings {
  /** Numbers of concurrent answers, with a row of figures for each. */
  readonly streams: readonly number[]
  readonly seconds: number
  /** `relay` is the floor that the others are compared with. */
  readonly sources: readonly TokenSource[]
  /** Default: the embedded database. */
  readonly databaseUrl?: string
  /** Default: streams stay in the process. */
  readonly redisUrl?: string
  readonly print: (line: string) => void
}

export interface MeasuredWith extends Pick<
  TokensBenchSettings,
  'seconds' | 'databaseUrl' | 'redisUrl'
> {
  /** Path of the provider's API; default: `/v1`. */
  readonly providerPath?: string
}

export interface Figures {
  /** Share of the due tokens that arrived. */
  readonly came: number
  readonly cpuMicroseconds: number
  readonly cpuShare: number
  readonly p50: number
  readonly p95: number
  readonly p99: number
  /** Bytes written to disks by the embedded database. */
  readonly writtenBytes: number
  readonly memoryMiB: number
  /** Work of Postgres. */
  readonly database?: DatabaseWork
  readonly redis?: RedisWork
}

/** Measures the server's cost of a token from a provider over HTTP to its reader, beside a bare relay. */
export async function runTokensBench(settings: TokensBenchSettings): Promise<void> {
  const { streams, seconds, sources, print } = settings
  const ofPostgres =
    settings.databaseUrl === undefined
      ? ['', '']
      : ['     WAL  statements', '   B/token      a token']
  print(
    `\nTokens of ${RATE} a second, one an event, through a server on one core, ${seconds} s each`,
  )
  print(
    `streams  source             came   CPU/token   core    p50     p95     p99     written   memory${ofPostgres[0]}`,
  )
  print(
    `                               %          µs      %     ms      ms      ms     B/token   MiB/stream${ofPostgres[1]}`,
  )
  for (const count of streams) {
    for (const source of sources) {
      const figures = await measureSource(source, count, settings)
      print(formatRow(count, source, figures))
    }
  }
}

/** Measures the server with this number of concurrent answers. */
export async function measureSource(
  source: TokenSource,
  count: number,
  { seconds, databaseUrl, redisUrl, providerPath }: MeasuredWith,
): Promise<Figures> {
  const baseMs = performance.timeOrigin + performance.now()
  const env = { BASE_MS: String(baseMs), RATE: String(RATE), LENGTH: String(LENGTH) }
  const provider = await startProcess(['bench/tokens/provider.ts'], env, { core: OTHER_CORE })
  const readers = startReaders(env)
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-tokens-'))
  const server = await startServer(source, {
    provider,
    dataDir,
    databaseUrl,
    redisUrl,
    providerPath,
  })
  try {
    const calls = await createCalls(source, server, count)
    const memoryBefore = readUsage(server.pid).residentMiB
    await readers.ask({ calls })
    await delay(SETTLE_MS)
    const [before, writtenBefore] = [readUsage(server.pid), readWritten(server.pid)]
    const workBefore = databaseUrl === undefined ? undefined : await readDatabaseWork(databaseUrl)
    const redisBefore = redisUrl === undefined ? undefined : await readRedisWork(redisUrl)
    const startedAt = performance.now()
    const { ages = [] } = await readers.ask({ seconds })
    const [after, writtenAfter] = [readUsage(server.pid), readWritten(server.pid)]
    const measuredSeconds = (performance.now() - startedAt) / 1_000
    const redisAfter = redisUrl === undefined ? undefined : await readRedisWork(redisUrl)
    const workAfter = databaseUrl === undefined ? undefined : await readDatabaseWork(databaseUrl)
    const cpuSeconds = after.cpuSeconds - before.cpuSeconds
    return {
      came: ages.length / (count * RATE * seconds),
      cpuMicroseconds: (cpuSeconds * 1_000_000) / ages.length,
      cpuShare: cpuSeconds / measuredSeconds,
      p50: percentile(ages, 0.5),
      p95: percentile(ages, 0.95),
      p99: percentile(ages, 0.99),
      writtenBytes: (writtenAfter - writtenBefore) / ages.length,
      memoryMiB: (after.residentMiB - memoryBefore) / count,
      ...(workBefore && workAfter
        ? { database: perToken(workBefore, workAfter, ages.length) }
        : {}),
      ...(redisBefore && redisAfter
        ? { redis: redisPerToken(redisBefore, redisAfter, ages.length) }
        : {}),
    }
  } finally {
    readers.stop()
    for (const process of [server, provider]) await process.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function startServer(source: TokenSource, place: ServerPlace): Promise<BenchProcess> {
  return source === 'relay' ? startRelay(place.provider) : startAlcove(source, place)
}

async function createCalls(
  source: TokenSource,
  { origin }: BenchProcess,
  count: number,
): Promise<readonly StreamCall[]> {
  const callOf: CallOf =
    source === 'relay'
      ? () => ({ url: origin, method: 'GET', headers: {} })
      : await createChatCalls(origin, count)
  return Array.from({ length: count }, (_, index) => callOf(index, 'Go'))
}

const perToken = (before: DatabaseWork, after: DatabaseWork, tokens: number): DatabaseWork => ({
  walBytes: (after.walBytes - before.walBytes) / tokens,
  statements: (after.statements - before.statements) / tokens,
})

const redisPerToken = (before: RedisWork, after: RedisWork, tokens: number): RedisWork => ({
  cpuSeconds: (after.cpuSeconds - before.cpuSeconds) / tokens,
  commands: (after.commands - before.commands) / tokens,
})

function formatRow(count: number, source: TokenSource, figures: Figures): string {
  const cell = (value: number, width: number, digits = 0) => value.toFixed(digits).padStart(width)
  return [
    String(count).padStart(7),
    `  ${source.padEnd(18)}`,
    cell(figures.came * 100, 5),
    cell(figures.cpuMicroseconds, 12),
    cell(figures.cpuShare * 100, 7),
    cell(figures.p50, 7, 1),
    cell(figures.p95, 8, 1),
    cell(figures.p99, 8, 1),
    cell(figures.writtenBytes, 12),
    cell(figures.memoryMiB, 13, 2),
    ...(figures.database
      ? [cell(figures.database.walBytes, 10), cell(figures.database.statements, 12, 3)]
      : []),
    ...(figures.redis
      ? [
          `   Redis ${(figures.redis.cpuSeconds * 1_000_000).toFixed(1)} µs`,
          `, ${figures.redis.commands.toFixed(2)} commands a token`,
        ]
      : []),
  ].join('')
}
