import { setTimeout as delay } from 'node:timers/promises'
import type { StorePlace } from '../../scripts/store-place.ts'
import { createChatCalls } from '../create-chat-calls.ts'
import { percentile } from '../percentile.ts'
import { startProcess } from '../start-process.ts'
import { OTHER_CORE, placeEnv, startAlcove } from '../tokens/measured-server.ts'
import { startReaders } from '../tokens/start-readers.ts'
import { createHttpCalls, HOST_SECRET, sendCall } from './http-calls.ts'
import { timeOf, toTimes, type CallTimes } from './measure-calls.ts'
import { deskOrigin, signInAtDesk } from './sign-in-at-desk.ts'

/** Words per second of each answer. */
const RATE = 20
/** Words of a ten-minute answer, so that none ends during the measurement. */
const LENGTH = 12_000
/** Pause after the last stream was opened, so that the cost of opening is excluded. */
const SETTLE_MS = 3_000
/** Pause between two calls: four people who each open something once a second. */
const PAUSE_MS = 250

export interface BesideStreams {
  readonly streams: number
  /** Seconds with calls of the desk, and as many without; each in turns of a few. */
  readonly seconds: number
}

export interface StreamFigures {
  readonly calls: readonly (CallTimes & { readonly name: string })[]
  /** 95th percentile of a word's way to its reader without calls of the desk, and with them. */
  readonly quietP95: number
  readonly besideP95: number
}

const TURN_SECONDS = 5

/** Calls of the desk over HTTP while a server streams answers, and the words' way meanwhile. */
export async function measureBesideStreams(
  { databaseUrl, dataDir }: StorePlace,
  { streams, seconds }: BesideStreams,
): Promise<StreamFigures> {
  const baseMs = performance.timeOrigin + performance.now()
  const env = { BASE_MS: String(baseMs), RATE: String(RATE), LENGTH: String(LENGTH) }
  const provider = await startProcess(['bench/tokens/provider.ts'], env, { core: OTHER_CORE })
  // The desk reads in a thread of its own.
  const hasAllCores = true
  const settings = { ALCOVE_HOST_SECRET: HOST_SECRET }
  const place = { provider, dataDir, databaseUrl, hasAllCores, env: settings }
  const server = await startAlcove('openai-compatible', place)
  const readers = startReaders(env)
  try {
    const port = Number(new URL(server.origin).port)
    const calls = createHttpCalls(await signInAtDesk({ port, env: placeEnv(place) }))
    const send = (call: (typeof calls)[number]) => sendCall(deskOrigin(port), call)
    // The first use of each statement prepares it.
    for (const call of calls) await send(call)
    const callOf = await createChatCalls(server.origin, streams)
    await readers.ask({
      calls: Array.from({ length: streams }, (_, index) => callOf(index, 'Go')),
    })
    await delay(SETTLE_MS)
    const [quiet, beside]: [number[], number[]] = [[], []]
    const times = new Map(calls.map(({ name }) => [name, [] as number[]]))
    let next = 0
    // In turns, so that a slower machine slows down both.
    for (let turn = 0; turn < seconds / TURN_SECONDS; turn += 1) {
      quiet.push(...((await readers.ask({ seconds: TURN_SECONDS })).ages ?? []))
      const end = performance.now() + TURN_SECONDS * 1_000
      const asked = readers.ask({ seconds: TURN_SECONDS })
      while (performance.now() < end) {
        const call = calls[next % calls.length]!
        next += 1
        times.get(call.name)!.push(await timeOf(() => send(call)))
        await delay(PAUSE_MS)
      }
      beside.push(...((await asked).ages ?? []))
    }
    return {
      calls: calls.map(({ name }) => ({ name, ...toTimes(times.get(name)!) })),
      quietP95: percentile(quiet, 0.95),
      besideP95: percentile(beside, 0.95),
    }
  } finally {
    readers.stop()
    for (const process of [server, provider]) await process.stop()
  }
}
