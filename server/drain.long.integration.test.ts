import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { startModelServer } from '../e2e/model-server/start-model-server.ts'
import { figureLimit } from '../scripts/test-limits.ts'
import { createMessageId } from '../shared/ids.ts'
import { createChatClient, rowText, userMessage } from './testing/chat-client.ts'
import { createRandom } from './testing/create-random.ts'
import { answerRow, followAnswer, type FollowedAnswer } from './testing/follow-answer.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const ROUNDS = IS_LONG ? 5 : 1
const SEED = Number(process.env['ALCOVE_TEST_SEED'] ?? Date.now() % 1_000_000)
const ANSWERS = IS_LONG ? 20 : 8
const WORDS_PER_SECOND = 50
/** Well within the server's 25 s, even on a busy machine. */
const SHORT_SECONDS = 15
const LONG_SECONDS = 60
/** A stream that pauses longer is lost, even on a busy machine. */
const PATIENCE_MS = figureLimit(10_000)
/** 25 s of drain, and the time that a server needs to save and to close. */
const STOPPED_WITHIN_MS = 25_000 + figureLimit(4_000)
const INTERRUPTED = 'The answer was interrupted. Try again.'

const textOf = (words: number) =>
  Array.from({ length: words }, (_, index) => `word${index + 1} `).join('')

test(
  `${ROUNDS * ANSWERS} answers over SIGTERM are whole, or a marked beginning of what the model said (R06)`,
  { timeout: ROUNDS * 10 * 60_000 },
  async () => {
    const random = createRandom(SEED)
    const model = await startModelServer()
    const dataDir = await mkdtemp(join(tmpdir(), 'alcove-drain-'))
    onTestFinished(async () => {
      await model.stop()
      await rm(dataDir, { recursive: true, force: true })
    })
    const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
    let alcove = await startAlcove({ env, dataDir })
    const client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
    let [whole, marked, longest] = [0, 0, 0]

    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: ANSWERS }, async (_, index) => {
          const seconds = index % 2 === 0 ? 1 + random() * (SHORT_SECONDS - 1) : LONG_SECONDS
          const words = Math.round(seconds * WORDS_PER_SECOND)
          const thread = `local-${createMessageId()}`
          const message = userMessage(`tokens ${words} ${WORDS_PER_SECOND}`)
          let begin = () => {}
          const begun = new Promise<void>((resolve) => (begin = resolve))
          const followed = followAnswer({
            client,
            thread,
            message,
            onText: begin,
            silenceMs: PATIENCE_MS,
          })
          await Promise.race([begun, followed])
          return { thread, words, followed, isShort: seconds <= SHORT_SECONDS }
        }),
      )
      const start = performance.now()
      expect(await alcove.stop()).toBe(0)
      longest = Math.max(longest, performance.now() - start)
      const reads = await Promise.all(answers.map(({ followed }) => followed))
      alcove = await startAlcove({ env, dataDir, port: alcove.port })

      for (const [index, { thread, words, isShort }] of answers.entries()) {
        await check(thread, textOf(words), reads[index]!, isShort)
        if (isShort) whole += 1
        else marked += 1
      }
    }
    await alcove.stop()

    expect(longest).toBeLessThanOrEqual(STOPPED_WITHIN_MS)
    console.log(
      `figure: SIGTERM (seed ${SEED}) under ${whole + marked} answers: ${whole} ended whole, ${marked} are an exact ` +
        `beginning and marked; the server ended within ${(longest / 1_000).toFixed(1)} s`,
    )

    async function check(thread: string, full: string, read: FollowedAnswer, isShort: boolean) {
      const rows = await client.messages(thread)
      expect(rows, `seed ${SEED}`).toHaveLength(2)
      const row = await answerRow(client, thread, read)
      const saved = rowText(row)
      // The text that readers saw is saved, and nothing else.
      expect(read.text, `seed ${SEED}`).toBe(saved)
      expect(full.startsWith(saved), `seed ${SEED}`).toBe(true)
      expect(read.troubles).toEqual([])
      expect({ ...read, status: row?.content.status, isWhole: saved === full }).toMatchObject(
        isShort
          ? { end: 'finish', status: { type: 'complete' }, isWhole: true }
          : {
              end: 'error',
              errorText: INTERRUPTED,
              status: { type: 'incomplete', reason: 'error', error: INTERRUPTED },
              isWhole: false,
            },
      )
    }
  },
)
