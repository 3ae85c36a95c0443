import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createChatCalls, type CallOf } from './create-chat-calls.ts'
import { note, printFigures, type Figures } from './figures.ts'
import { openStreams } from './open-streams.ts'
import { readUsage } from './process-usage.ts'
import { startProcess, type BenchProcess } from './start-process.ts'
import { startTokenServer } from './token-server.ts'

const RATE = 20
/** Pieces of a ten-minute answer, so that the first stream still runs when the last one has been measured. */
const PIECES = 12_000
/** Pause after the last stream's opening, so that the cost of opening is excluded. */
const SETTLE_MS = 2_000
const FIRST_TOKENS = 100
/** Share of the due chunks that must have arrived, minus one chunk in transit per stream. */
const BEHIND_SHARE = 0.95
/** The AI SDK is measured with fewer streams because it costs more. */
const PROVIDER_STREAMS = 100

export interface StreamsBenchSettings {
  readonly streams: number
  readonly seconds: number
  readonly runs: number
  /** Number of streams that measure the AI SDK; default {@link PROVIDER_STREAMS}. */
  readonly providerStreams?: number
  /** Required share of the due chunks; default {@link BEHIND_SHARE}. */
  readonly behindShare?: number
}

/** Measures many open answers on one process, beside a bare server that streams as much. */
export async function runStreamsBench(settings: StreamsBenchSettings): Promise<void> {
  const { streams, seconds, runs } = settings
  const { behindShare = BEHIND_SHARE, providerStreams = PROVIDER_STREAMS } = settings
  const during = { seconds, behindShare }
  console.log(
    `\n${streams} open streams at ${RATE} chunks/s on one process, ${seconds} s, medians of ${runs} runs, ` +
      `${availableParallelism()} cores`,
  )
  const cpu: Figures = new Map()
  const memory: Figures = new Map()
  const first: Figures = new Map()
  const perChunk: Figures = new Map()
  for (let run = 0; run < runs; run += 1) {
    // Interleaved, so that a slower machine slows down all of them.
    // First tokens are measured in separate threads, beside those that stream.
    const threads = FIRST_TOKENS + Math.max(streams, providerStreams)
    await withServer(startBare, async (server, callOf) => {
      const { cpuShare, residentMiB } = await measure(server, callOf, streams, during)
      note(cpu, 'bare node:http', cpuShare)
      note(memory, 'bare node:http', residentMiB)
      note(first, 'bare node:http', await measureFirst(callOf))
    })
    await withServer(
      () => startScripted(threads),
      async (server, callOf) => {
        note(first, 'alcove', await measureFirst(callOf))
        const { cpuShare, residentMiB } = await measure(server, callOf, streams, during)
        note(cpu, 'alcove', cpuShare)
        note(memory, 'alcove', residentMiB)
      },
    )
    await withServer(
      () => startScripted(threads),
      async (server, callOf) => {
        const { microseconds } = await measure(server, callOf, providerStreams, during)
        note(perChunk, 'alcove from the models interface on', microseconds)
      },
    )
    await withServer(
      () => startWithProvider(threads),
      async (server, callOf) => {
        const { microseconds } = await measure(server, callOf, providerStreams, during)
        note(perChunk, 'alcove with the AI SDK and HTTP', microseconds)
      },
    )
  }
  printFigures('CPU, % of one core', cpu, 'bare node:http')
  printFigures('memory of the process, MiB', memory, 'bare node:http')
  printFigures(`CPU a chunk, µs, ${providerStreams} streams`, perChunk)
  printFigures(
    'from the call to the first word, of the first 100 that a server answers, ms',
    first,
    'bare node:http',
  )
}

async function withServer(
  start: () => Promise<readonly [BenchProcess, CallOf, () => Promise<unknown>]>,
  task: (server: BenchProcess, callOf: CallOf) => Promise<void>,
): Promise<void> {
  const [server, callOf, remove] = await start()
  try {
    await task(server, callOf)
  } finally {
    await server.stop()
    await remove()
  }
}

async function measure(
  server: BenchProcess,
  callOf: CallOf,
  streams: number,
  { seconds, behindShare }: Required<Pick<StreamsBenchSettings, 'seconds' | 'behindShare'>>,
) {
  const words = `${PIECES} ${RATE}`
  const opened = await openStreams(
    Array.from({ length: streams }, (_, index) => callOf(FIRST_TOKENS + index, words)),
  )
  await delay(SETTLE_MS)
  opened.takeCount()
  const [before, startedAt] = [readUsage(server.pid), performance.now()]
  await delay(seconds * 1_000)
  const [after, endedAt, chunks] = [readUsage(server.pid), performance.now(), opened.takeCount()]
  const { open } = opened
  opened.close()
  const cpuSeconds = after.cpuSeconds - before.cpuSeconds
  const measuredSeconds = (endedAt - startedAt) / 1_000
  const expected = streams * RATE * measuredSeconds
  // A server that falls behind costs less, which proves nothing.
  if (open < streams || chunks < expected * behindShare - streams) {
    throw new Error(
      `${open} of ${streams} streams, ${chunks} of ${Math.round(expected)} chunks came.`,
    )
  }
  return {
    cpuShare: (cpuSeconds / measuredSeconds) * 100,
    microseconds: (cpuSeconds * 1_000_000) / chunks,
    residentMiB: after.residentMiB,
  }
}

/** The median of many calls in sequence. */
async function measureFirst(callOf: CallOf): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < FIRST_TOKENS; index += 1) {
    const { url, body, ...init } = callOf(index, `1 ${RATE}`)
    const startedAt = performance.now()
    const response = await fetch(url, { ...init, ...(body === undefined ? {} : { body }) })
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('"text-delta"')) {
      const { value, done } = await reader.read()
      if (done) throw new Error(`The answer has no word: ${text}`)
      text += value
    }
    times.push(performance.now() - startedAt)
    while (!(await reader.read()).done);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!
}

async function startBare() {
  const server = await startProcess(['bench/bare-streams.ts'], {})
  const callOf: CallOf = (_index, words) => {
    const [pieces, rate] = words.split(' ')
    const url = `${server.origin}/?pieces=${pieces}&rate=${rate}`
    return { url, method: 'GET', headers: {} }
  }
  return [server, callOf, () => Promise.resolve()] as const
}

async function startScripted(threads: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-streams-'))
  const run = `import { runStreamsServer } from './server/testing/run-streams-server.ts'; await runStreamsServer()`
  const server = await startProcess(['--input-type=module', '--eval', run], {
    ALCOVE_DATA_DIR: dataDir,
    ALCOVE_LIMITS: 'off',
  })
  const remove = () => rm(dataDir, { recursive: true, force: true })
  return [server, await createChatCalls(server.origin, threads), remove] as const
}

/** The product itself, whose provider streams at the same rate. */
async function startWithProvider(threads: number) {
  const tokens = await startTokenServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-streams-'))
  const server = await startProcess(['server/main.ts'], {
    ALCOVE_DATA_DIR: dataDir,
    ALCOVE_LIMITS: 'off',
    ALCOVE_MODEL: 'openai-compatible/bench',
    OPENAI_BASE_URL: `http://127.0.0.1:${tokens.port}/v1`,
  })
  const remove = async () => {
    await tokens.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return [server, await createChatCalls(server.origin, threads), remove] as const
}
