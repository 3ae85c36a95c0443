import { mkdtemp, open, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createChatCalls } from '../create-chat-calls.ts'
import type { StreamCall } from '../open-streams.ts'
import { percentile } from '../percentile.ts'
import { readUsage } from '../process-usage.ts'
import { startProcess, type BenchProcess } from '../start-process.ts'
import { readDatabaseWork, type DatabaseWork } from './database-work.ts'
import {
  OTHER_CORE,
  readWritten,
  startAlcove,
  startRelay,
  type ServerPlace,
} from './measured-server.ts'

/** All tokens of an answer arrive within a few milliseconds, so that the rest of its cost is measured. */
const RATE = 2_000
/** Number of relay answers, and of disk commits, that the first word is compared with. */
const FLOOR_COUNT = 50
/** Bytes that the embedded database writes in one commit before the model is called. */
const COMMIT_BYTES = 24_576

export interface AnswersBenchSettings {
  /** Total number of answers. */
  readonly count: number
  /** Tokens of each answer. */
  readonly length: number
  /** Number of concurrent answers. */
  readonly width: number
  /** Number of lines with figures. */
  readonly lines: number
  /** Default: the embedded database. */
  readonly databaseUrl?: string
  readonly print: (line: string) => void
}

interface Reading {
  readonly cpuSeconds: number
  readonly residentMiB: number
  readonly writtenBytes: number
  readonly database?: DatabaseWork
}

/** Measures whole answers, each in a new thread. */
export async function runAnswersBench(settings: AnswersBenchSettings): Promise<void> {
  const { count, length, width, lines, databaseUrl, print } = settings
  const env = { BASE_MS: '0', RATE: String(RATE), LENGTH: String(length) }
  const provider = await startProcess(['bench/tokens/provider.ts'], env, { core: OTHER_CORE })
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-answers-'))
  const server = await startAlcove('openai-compatible', { provider, dataDir, databaseUrl })
  print(
    `\n${count} answers of ${length} tokens and a title, ${width} at a time, server on one core`,
  )
  print('answers   a second   CPU/answer   first word p50    p95   written/answer   memory')
  try {
    const callOf = await createChatCalls(server.origin, count)
    const read = () => readServer(server, databaseUrl)
    let before = await read()
    for (let line = 0; line < lines; line += 1) {
      const [from, to] = [line, line + 1].map((part) => Math.round((count * part) / lines))
      const calls = Array.from({ length: to! - from! }, (_, at) => callOf(from! + at, 'Go'))
      const startedAt = performance.now()
      const firstWords = await answerAll(calls, width)
      const seconds = (performance.now() - startedAt) / 1_000
      const after = await read()
      print(formatLine(to!, seconds, firstWords, before, after))
      before = after
    }
    await printFloors({ provider, dataDir, print })
  } finally {
    for (const process of [server, provider]) await process.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Prints the floors: a relay of the same tokens without a store, and one commit to this disk. */
async function printFloors({
  provider,
  dataDir,
  print,
}: Pick<AnswersBenchSettings, 'print'> & Omit<ServerPlace, 'databaseUrl'>): Promise<void> {
  const relay = await startRelay(provider)
  const call: StreamCall = { url: relay.origin, method: 'GET', headers: {} }
  const calls = Array.from({ length: FLOOR_COUNT }, () => call)
  const words = await answerAll(calls, 1)
  await relay.stop()
  const commits = await timeCommits(join(dataDir, 'commits'))
  const cell = (times: readonly number[], part: number) => percentile(times, part).toFixed(1)
  print(`first word of a bare relay, one at a time: p50 ${cell(words, 0.5)} ms`)
  print(`a commit of this disk: p50 ${cell(commits, 0.5)} ms, p95 ${cell(commits, 0.95)} ms`)
}

async function timeCommits(path: string): Promise<number[]> {
  const file = await open(path, 'a')
  const bytes = Buffer.alloc(COMMIT_BYTES, 1)
  const times: number[] = []
  for (let count = 0; count < FLOOR_COUNT; count += 1) {
    await file.write(bytes)
    const startedAt = performance.now()
    await file.datasync()
    times.push(performance.now() - startedAt)
  }
  await file.close()
  return times
}

async function readServer(
  { pid }: BenchProcess,
  databaseUrl: string | undefined,
): Promise<Reading> {
  return {
    ...readUsage(pid),
    writtenBytes: readWritten(pid),
    ...(databaseUrl === undefined ? {} : { database: await readDatabaseWork(databaseUrl) }),
  }
}

function formatLine(
  count: number,
  seconds: number,
  firstWords: readonly number[],
  before: Reading,
  after: Reading,
): string {
  const answers = firstWords.length
  const cell = (value: number, width: number, unit: string, digits = 1) =>
    `${value.toFixed(digits)} ${unit}`.padStart(width)
  const perAnswer = (read: (reading: Reading) => number) => (read(after) - read(before)) / answers
  const ofDatabase = (name: keyof DatabaseWork) =>
    perAnswer(({ database }) => database?.[name] ?? 0)
  return [
    String(count).padStart(7),
    cell(answers / seconds, 11, ''),
    cell(
      perAnswer(({ cpuSeconds }) => cpuSeconds * 1_000),
      13,
      'ms',
    ),
    cell(percentile(firstWords, 0.5), 16, 'ms'),
    cell(percentile(firstWords, 0.95), 8, 'ms', 0),
    cell(
      perAnswer(({ writtenBytes }) => writtenBytes / 1_024),
      15,
      'KiB',
    ),
    cell(after.residentMiB, 11, 'MiB', 0),
    ...(after.database
      ? [
          `  WAL ${(ofDatabase('walBytes') / 1_024).toFixed(1)} KiB`,
          `  ${ofDatabase('statements').toFixed(1)} statements an answer`,
        ]
      : []),
  ].join('')
}

/** Reads each answer to its end. Returns the time of each first word in milliseconds. */
async function answerAll(calls: readonly StreamCall[], width: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: width })
  const times: number[] = []
  const queue = [...calls]
  const answerRest = async () => {
    for (let call = queue.pop(); call; call = queue.pop()) times.push(await answer(call, agent))
  }
  await Promise.all(Array.from({ length: width }, answerRest))
  agent.destroy()
  return times
}

function answer({ url, body, ...options }: StreamCall, agent: Agent): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const call = request(url, { ...options, agent }, (response) => {
      let text = ''
      let firstMs: number | undefined
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        if (text.includes('"text-delta"')) firstMs ??= performance.now() - startedAt
      })
      response.on('end', () => {
        if (firstMs === undefined) {
          reject(new Error(`${url} answered ${response.statusCode}: ${text}`))
        } else resolve(firstMs)
      })
      response.on('error', reject)
    })
    call.on('error', reject)
    call.end(body)
  })
}
