import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createMessageId } from '../shared/ids.ts'
import { createChatClient, rowText, userMessage } from './testing/chat-client.ts'
import { createRandom } from './testing/create-random.ts'
import { forgeHmacJwt } from './testing/forge-jwt.ts'
import { shiftedClock } from './testing/shifted-clock.ts'
import { startProcesses, type Processes } from './testing/start-processes.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
/** Each two servers of a round are a pair. */
const ROUNDS = IS_LONG ? 5 : 1
const SERVERS = IS_LONG ? 5 : 3
const LAST = SERVERS - 1
const PAIRS = (ROUNDS * SERVERS * LAST) / 2
const SEED = 13
/** In both directions from the database's clock, so that two servers differ by up to twice as much. */
const AHEAD_MAX_S = 60
const HOST_SECRET = 'a secret of the host page that is long enough'
const WHOLE = 'Begun and done'

const indexes = Array.from({ length: SERVERS }, (_, index) => index)
/** Both orders of each pair. */
const orders = indexes.flatMap((here) =>
  indexes.filter((there) => there !== here).map((there) => [here, there] as const),
)
const random = createRandom(SEED)
/** The first server is behind by the maximum, the last one ahead. */
const createShifts = () =>
  indexes.map((index) => {
    if (index === 0) return -AHEAD_MAX_S
    return index === LAST ? AHEAD_MAX_S : Math.round((random() * 2 - 1) * AHEAD_MAX_S)
  })

let processes: Processes

const count = { answers: 0, cut: 0, stops: 0, lost: 0 }
afterAll(() => {
  const { answers, cut, stops, lost } = count
  console.log(
    `figure: ${PAIRS} pairs of clocks up to ${2 * AHEAD_MAX_S} s apart: ${cut} of ${answers} ` +
      `answers cut, ${lost} of ${stops} stops lost`,
  )
})

/** An answer of one server for a visitor of another, who reads it there. */
async function readElsewhere(here: number, there: number) {
  const visitor = await createChatClient(processes.origin(there))
  const thread = `local-${createMessageId()}`
  // The answer ends once it is read at the other server, however long that takes.
  const key = createMessageId()
  const messages = [userMessage(`say Begun; hold ${key}; json " and done"`)]
  const answer = await visitor.at(processes.origin(here)).chat({ thread, messages })
  await answer.until('Begun')
  const followed = await visitor.follow(thread)
  await followed.until('Begun')
  processes.model.release(key)
  const read = await followed.text()
  const text = await answer.text()
  const row = (await visitor.messages(thread)).at(-1)
  const isRead = read.includes('Begun')
  return { text, isRead, saved: rowText(row), status: row?.content.status?.type }
}

/** A stop through another server than the one that makes the answer. */
async function stopElsewhere(here: number, there: number) {
  const visitor = await createChatClient(processes.origin(there))
  const running = visitor.at(processes.origin(here))
  const thread = `local-${createMessageId()}`
  const answer = await running.chat({ thread, messages: [userMessage('say Begun; wait')] })
  await answer.until('Begun')
  await visitor.stop(thread)
  const text = await answer.text()
  return { text, reason: (await visitor.messages(thread)).at(-1)?.content.status?.reason }
}

/** A stop that reaches the other server before its call reaches this one. */
async function stopEarly(here: number, there: number) {
  const visitor = await createChatClient(processes.origin(there))
  const [thread, requestId] = [`local-${createMessageId()}`, createMessageId()]
  await visitor.stop(thread, requestId)
  const messages = [userMessage('wait 5s; say Never')]
  const answer = await visitor.at(processes.origin(here)).chat({ thread, messages, requestId })
  return answer.text()
}

describe.each(Array.from({ length: ROUNDS }, createShifts))(
  'clocks up to two minutes apart (%#)',
  (...shifts) => {
    beforeAll(async () => {
      processes = await startProcesses({
        postgresUrl: inject('postgresUrl'),
        count: SERVERS,
        envOf: (index) => ({ ...shiftedClock(shifts[index]!), ALCOVE_HOST_SECRET: HOST_SECRET }),
      })
    })
    afterAll(() => processes.stop())

    test('cut no answer (R17)', async () => {
      const seen = await Promise.all(orders.map(([here, there]) => readElsewhere(here, there)))

      const whole = { text: WHOLE, isRead: true, saved: WHOLE, status: 'complete' }
      count.answers += seen.length
      count.cut += seen.filter(({ text, saved }) => text !== WHOLE || saved !== WHOLE).length
      expect(seen).toEqual(seen.map(() => whole))
    })

    test('lose no stop, early or late (R17)', async () => {
      const stopped = await Promise.all(orders.map(([here, there]) => stopElsewhere(here, there)))
      const early = await Promise.all(orders.map(([here, there]) => stopEarly(here, there)))

      count.stops += stopped.length + early.length
      count.lost +=
        stopped.filter(({ text }) => text !== 'Begun').length +
        early.filter((text) => text !== '').length
      expect(stopped).toEqual(stopped.map(() => ({ text: 'Begun', reason: 'cancelled' })))
      expect(early).toEqual(early.map(() => ''))
    })

    test('end the token of a host page at the same moment, half a minute after it says so', async () => {
      const statusAt = async (index: number, endsInSeconds: number) => {
        const now = Math.floor(Date.now() / 1_000)
        const claims = { sub: 'ada', iat: now - 300, exp: now + endsInSeconds }
        const token = forgeHmacJwt({ alg: 'HS256', typ: 'JWT' }, claims, HOST_SECRET)
        const headers = { authorization: `Bearer ${token}` }
        return (await fetch(`${processes.origin(index)}/v1/threads`, { headers })).status
      }
      const statusOf = (endsIn: number) =>
        Promise.all(indexes.map((index) => statusAt(index, endsIn)))

      expect(await statusOf(-20)).toEqual(indexes.map(() => 200))
      expect(await statusOf(-40)).toEqual(indexes.map(() => 401))
    })

    test('let a server that starts ahead end the answers of a dead one, and of no other (R17)', async () => {
      await processes.kill(LAST)
      const visitor = await processes.createClient()
      const start = async (origin: string, script: string) => {
        const thread = `local-${createMessageId()}`
        const answer = await visitor.at(origin).chat({ thread, messages: [userMessage(script)] })
        await answer.until('Begun')
        return { thread, answer }
      }
      const key = createMessageId()
      const script = `say Begun; hold ${key}; json " and done"`
      const living = await start(processes.origin(0), script)
      const dead = await start(processes.origin(1), 'say Begun; wait')
      void dead.answer.text().catch(() => {})
      await processes.kill(1)

      await processes.restart(LAST)
      const ahead = visitor.at(processes.origin(LAST))
      const statusOf = async ({ thread }: { readonly thread: string }) =>
        (await ahead.messages(thread)).at(1)?.content.status
      await expect
        .poll(() => statusOf(dead), { timeout: 45_000, interval: 500 })
        .toMatchObject({ type: 'incomplete', reason: 'error' })
      expect(await statusOf(living)).toBeUndefined()
      processes.model.release(key)

      expect(await living.answer.text()).toBe(WHOLE)
      expect(await statusOf(living)).toMatchObject({ type: 'complete' })
    })
  },
)
