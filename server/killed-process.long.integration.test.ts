import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { figureLimit } from '../scripts/test-limits.ts'
import { createMessageId } from '../shared/ids.ts'
import { LOST_MAX_MS } from './runs/checkpoints.ts'
import { answerMessage, rowText, userMessage } from './testing/chat-client.ts'
import { answerRow, followAnswer } from './testing/follow-answer.ts'
import { startProcesses, type Processes } from './testing/start-processes.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const KILLS = IS_LONG ? 10 : 1
const ANSWERS = 4
const WORDS = 400
const WORDS_PER_SECOND = 100
const BEGUN_WORDS = 60
/** The guarantee: the lease is 10 s, and a reader's process checks it every second. */
const LEARNED_WITHIN_MS = figureLimit(11_000)
/** Longer than the lease: the stream itself has to end. */
const PATIENCE_MS = 2 * LEARNED_WITHIN_MS
const INTERRUPTED = 'The answer was interrupted. Try again.'

let processes: Processes
/** The first process dies once for both tests, which wait for its lease at the same time. */
let firstDeath: Promise<void> | undefined
const killFirst = () => (firstDeath ??= processes.kill(0))
/** Started before that, at the first process. */
let unread: Awaited<ReturnType<typeof startUnread>>
beforeAll(async () => {
  processes = await startProcesses({
    postgresUrl: inject('postgresUrl'),
    redisUrl: inject('redisUrl'),
  })
  unread = await startUnread()
})
afterAll(() => processes.stop())

const countWords = (text: string) => text.split(' ').filter((word) => word !== '').length
const fullText = Array.from({ length: WORDS }, (_, index) => `word${index + 1} `).join('')

/** A running answer whose only reader goes with its process. */
async function startUnread() {
  const client = await processes.createClient()
  const thread = `local-${createMessageId()}`
  const answer = await client.chat({ thread, messages: [userMessage('say Begun; wait')] })
  await answer.until('Begun')
  void answer.text().catch(() => {})
  return { client, thread }
}

/** Answers that run at the first process and are read at the other one, from their starts. */
async function startAnswers() {
  const client = (await processes.createClient()).at(processes.origin(0))
  const reader = client.at(processes.origin(1))
  const started = Array.from({ length: ANSWERS }, async () => {
    const thread = `local-${createMessageId()}`
    const question = userMessage(`tokens ${WORDS} ${WORDS_PER_SECOND}`)
    const answer = await client.chat({ thread, messages: [question] })
    await answer.until('word1 ')
    // Its sender goes with its process.
    void answer.text().catch(() => {})
    let begun = () => {}
    const hasBegun = new Promise<void>((resolve) => (begun = resolve))
    const onText = (text: string) => countWords(text) >= BEGUN_WORDS && begun()
    const followed = followAnswer({ client: reader, thread, onText, silenceMs: PATIENCE_MS })
    await Promise.race([hasBegun, followed])
    return { thread, question, followed }
  })
  return { reader, answers: await Promise.all(started) }
}

test(
  `the reader at another process learns of ${KILLS} kill -9 in time, and tries again (R07)`,
  { timeout: KILLS * 10 * 60_000 },
  async () => {
    const learned: number[] = []
    const lost: number[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      const { reader, answers } = await startAnswers()
      const killedAt = performance.now()
      await (kill === 0 ? killFirst() : processes.kill(0))
      const ended = await Promise.all(
        answers.map(async ({ followed, ...answer }) => {
          const read = await followed
          return { ...answer, read, ms: performance.now() - killedAt }
        }),
      )

      for (const { thread, question, read, ms } of ended) {
        learned.push(ms)
        expect(ms).toBeLessThanOrEqual(LEARNED_WITHIN_MS)
        // Its stream ended without a final chunk, and the rows have the rest.
        expect(read.end).toBe('gone')
        expect(countWords(read.text)).toBeGreaterThanOrEqual(BEGUN_WORDS)
        const row = (await answerRow(reader, thread, read))!
        expect(row.content.status).toMatchObject({
          type: 'incomplete',
          reason: 'error',
          error: INTERRUPTED,
        })
        expect(fullText.startsWith(rowText(row))).toBe(true)
        const lostWords = countWords(read.text) - countWords(rowText(row))
        lost.push((lostWords * 1_000) / WORDS_PER_SECOND)

        const again = await reader.chat({ thread, messages: [question], regenerates: row.id })
        expect(await again.text()).toBe(fullText)
        const rows = await reader.messages(thread)
        expect(rows).toHaveLength(3)
        expect(rowText(rows.at(-1))).toBe(fullText)
      }
      if (kill < KILLS - 1) await processes.restart(0)
    }

    expect(Math.max(...lost)).toBeLessThanOrEqual(LOST_MAX_MS)
    console.log(
      `figure: ${KILLS} kill -9 of the running process, ${learned.length} answers: learned at the other ` +
        `process within ${Math.max(...learned).toFixed(0)} ms, at most ${Math.max(...lost)} ms of text lost`,
    )
  },
)

test('an answer that nobody reads is ended too, and its thread takes the next message (R07)', async () => {
  const { client, thread } = unread

  await killFirst()

  const other = client.at(processes.origin(1))
  const status = async () => (await other.messages(thread)).at(1)?.content.status?.type
  await expect.poll(status, { interval: 500 }).toBe('incomplete')
  const ended = (await other.messages(thread)).at(-1)!
  const messages = [answerMessage(ended.id), userMessage('say Next')]
  // Nothing of the answer was saved, so the model reads both questions as one.
  expect(await (await other.chat({ thread, messages })).text()).toMatch(/Next$/)
})
