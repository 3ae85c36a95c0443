import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createMessageId } from '../shared/ids.ts'
import { answerMessage, rowText, userMessage } from './testing/chat-client.ts'
import { createRandom } from './testing/create-random.ts'
import { answerRow, followAnswer } from './testing/follow-answer.ts'
import { startProcesses, type Processes } from './testing/start-processes.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
/** These are suspended together; the next one stays awake. */
const SLEEPERS = IS_LONG ? 5 : 2
const ROUNDS = IS_LONG ? 10 : 1
const PAUSES = SLEEPERS * ROUNDS
const AWAKE = SLEEPERS
const PAUSE_MIN_MS = 15_000
const PAUSE_MAX_MS = IS_LONG ? 40_000 : PAUSE_MIN_MS
const ANSWERS = 6
const SEED = 17
/** Longer than any pause: the reader of a sleeping process waits. */
const PATIENCE_MS = 60_000
const WHOLE = 'Begun and done'
const INTERRUPTED = 'The answer was interrupted. Try again.'

const random = createRandom(SEED)

let processes: Processes
beforeAll(async () => {
  processes = await startProcesses({ postgresUrl: inject('postgresUrl'), count: SLEEPERS + 1 })
})
afterAll(() => processes.stop())

/** Answers that the model ends while their process is suspended; some have started, none is whole. */
async function startAnswers(sleeper: number) {
  const awake = (await processes.createClient()).at(processes.origin(AWAKE))
  const client = awake.at(processes.origin(sleeper))
  const key = createMessageId()
  const answers = await Promise.all(
    Array.from({ length: ANSWERS }, async (_, index) => {
      const thread = `local-${createMessageId()}`
      const message = userMessage(`say Begun; hold ${key}; json " and done"`)
      let begin = () => {}
      const hasBegun = new Promise<void>((resolve) => (begin = resolve))
      const read = followAnswer({
        client,
        thread,
        message,
        onText: () => begin(),
        silenceMs: PATIENCE_MS,
      })
      await Promise.race([hasBegun, read])
      return { thread, read, isFollowed: index % 3 === 0 }
    }),
  )
  return { awake, key, answers }
}

/** The text for the readers of one process, and the rows after a reload. */
async function sleep(sleeper: number, pauseMs: number) {
  const { awake, key, answers } = await startAnswers(sleeper)
  processes.pause(sleeper)
  const over = delay(pauseMs)
  processes.model.release(key)
  // Follows each at another process, which ends it, and continues some of the conversations.
  const interrupted = await Promise.all(
    answers.map(async ({ thread, isFollowed }) => {
      const end = await followAnswer({ client: awake, thread, silenceMs: PATIENCE_MS })
      if (!isFollowed) return end
      const messages = [answerMessage(end.answerId!), userMessage('say Next')]
      await (await awake.chat({ thread, messages })).text()
      return end
    }),
  )
  expect(interrupted.map(({ end }) => end)).toEqual(answers.map(() => 'gone'))
  await over
  processes.wake(sleeper)
  return Promise.all(
    answers.map(async ({ thread, read, isFollowed }) => {
      const { end, errorText, text, answerId } = await read
      const row = (await answerRow(awake, thread, { answerId } as Awaited<typeof read>))!
      const saved = { text: rowText(row), status: row.content.status?.type }
      return { isFollowed, told: { end, errorText, text }, saved }
    }),
  )
}

test(
  `${PAUSES} pauses: no reader is told a whole answer that a reload does not show (R07)`,
  { timeout: ROUNDS * 120_000 },
  async () => {
    const seen = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const ms = () => PAUSE_MIN_MS + Math.round(random() * (PAUSE_MAX_MS - PAUSE_MIN_MS))
      const all = Array.from({ length: SLEEPERS }, (_, index) => sleep(index, ms()))
      seen.push(...(await Promise.all(all)).flat())
    }

    const whole = seen.filter(({ told }) => told.end === 'finish')
    const wrong = whole.filter(({ told, saved }) => told.text !== saved.text)
    const cut = seen.filter(({ told }) => told.end !== 'finish')
    console.log(
      `figure: ${PAUSES} pauses of ${PAUSE_MIN_MS / 1_000} to ${PAUSE_MAX_MS / 1_000} s: of ${seen.length} ` +
        `readers ${whole.length} were told a whole answer, ${wrong.length} of them one that a reload ` +
        `does not show; ${cut.length} were told that it was interrupted`,
    )
    expect(wrong).toEqual([])
    for (const { told, saved } of whole) {
      expect(told.text).toBe(WHOLE)
      expect(saved).toEqual({ text: WHOLE, status: 'complete' })
    }
    for (const { told, saved } of cut) {
      expect(told).toMatchObject({ end: 'error', errorText: INTERRUPTED })
      expect(saved.status).toBe('incomplete')
      expect(WHOLE.startsWith(saved.text)).toBe(true)
    }
    // A conversation that went on below an interrupted answer keeps it.
    expect(seen.filter(({ isFollowed }) => isFollowed).map(({ told }) => told.end)).toEqual(
      seen.filter(({ isFollowed }) => isFollowed).map(() => 'error'),
    )
  },
)
