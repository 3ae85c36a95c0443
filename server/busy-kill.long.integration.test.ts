import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { startModelServer } from '../e2e/model-server/start-model-server.ts'
import { ENGINES } from '../scripts/store-place.ts'
import { createMessageId } from '../shared/ids.ts'
import { LOST_MAX_MS } from './runs/checkpoints.ts'
import { busyLoop } from './testing/busy-loop.ts'
import { createChatClient, rowText, userMessage, type ChatClient } from './testing/chat-client.ts'
import { createRandom } from './testing/create-random.ts'
import { createMigratedPlace } from './testing/migrated-place.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const KILLS = IS_LONG ? 10 : 1
const ANSWERS = IS_LONG ? 10 : 3
const WORDS = 2_000
const WORDS_PER_SECOND = 50
const BEGUN_WORDS = 20
const KILL_AFTER_MAX_MS = 1_500
/** The server's event loop is blocked most of the time, so the first words of an answer wait as well. */
const BLOCKED_MS = 900
const PAUSE_MS = 25
const SEED = 29
const READY_TIMEOUT_MS = 60_000
/** Each answer ends with the lease of the dead process, within seconds, so this is frequent enough. */
const LOOK_EVERY_MS = 500

const countWords = (text: string) => text.split(' ').filter((word) => word !== '').length

/** An answer whose reader records its text until its server was gone. */
async function startAnswer(client: ChatClient) {
  const thread = `local-${createMessageId()}`
  const messages = [userMessage(`tokens ${WORDS} ${WORDS_PER_SECOND}`)]
  const answer = await client.chat({ thread, messages })
  let begin = () => {}
  const hasBegun = new Promise<void>((resolve) => (begin = resolve))
  let seen = ''
  const read = (async () => {
    for await (const chunk of answer.chunks()) {
      if (chunk.type === 'text-delta') seen += chunk.delta
      if (countWords(seen) >= BEGUN_WORDS) begin()
    }
  })().catch(() => {})
  await hasBegun
  return { thread, seen: () => read.then(() => seen) }
}

for (const engine of ENGINES) {
  test(
    `${KILLS} kill -9 of a busy server lose the last words of no answer beyond the promise on ${engine} (R07)`,
    { timeout: 60_000 + KILLS * 60_000, tags: engine === 'postgres' ? ['nightly'] : [] },
    async () => {
      const random = createRandom(SEED)
      const model = await startModelServer()
      const place = await createMigratedPlace(engine, inject('postgresUrl'))
      const { dataDir, databaseUrl } = place
      const env = {
        ALCOVE_MODEL: 'openai-compatible/any',
        OPENAI_BASE_URL: model.url,
        ALCOVE_SECRET: 'a secret that is long enough for the tests',
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      }
      const start = (isBusy: boolean, port?: number) =>
        startAlcove({
          env: { ...env, ...(isBusy ? busyLoop(BLOCKED_MS, PAUSE_MS) : {}) },
          dataDir,
          readyTimeoutMs: READY_TIMEOUT_MS,
          ...(port === undefined ? {} : { port }),
        })
      let alcove = await start(true)
      onTestFinished(async () => {
        await alcove.kill()
        await model.stop()
        await place.remove()
      })

      const lost: number[] = []
      for (let kill = 0; kill < KILLS; kill += 1) {
        const client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
        const answers = await Promise.all(
          Array.from({ length: ANSWERS }, () => startAnswer(client)),
        )
        await delay(random() * KILL_AFTER_MAX_MS)
        await alcove.kill()
        const seen = await Promise.all(answers.map((answer) => answer.seen()))
        alcove = await start(false, alcove.port)

        for (const [index, { thread }] of answers.entries()) {
          const row = async () => (await client.messages(thread)).at(1)
          await expect.poll(row, { timeout: 45_000, interval: LOOK_EVERY_MS }).toBeDefined()
          const saved = rowText(await row())
          expect(seen[index]!.startsWith(saved) || saved.startsWith(seen[index]!)).toBe(true)
          const words = Math.max(0, countWords(seen[index]!) - countWords(saved))
          lost.push((words * 1_000) / WORDS_PER_SECOND)
        }
        if (kill === KILLS - 1) break
        await alcove.stop()
        alcove = await start(true)
      }

      const beyond = lost.filter((ms) => ms > LOST_MAX_MS)
      console.log(
        `figure: ${KILLS} kill -9 of a busy server on ${engine}: ${beyond.length} of ${lost.length} answers lost ` +
          `more than ${LOST_MAX_MS} ms of text, the worst ${Math.max(...lost)} ms`,
      )
      expect(beyond).toEqual([])
    },
  )
}
