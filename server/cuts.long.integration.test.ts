import { expect, inject, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import type { Ending, Faults } from '../e2e/faults/fault-link.ts'
import { startFaultProxy } from '../e2e/faults/start-fault-proxy.ts'
import { startModelServer } from '../e2e/model-server/start-model-server.ts'
import { createMessageId } from '../shared/ids.ts'
import { createChatClient, rowText, userMessage } from './testing/chat-client.ts'
import { createRandom } from './testing/create-random.ts'
import { answerRow, followAnswer } from './testing/follow-answer.ts'
import { startProcesses } from './testing/start-processes.ts'

// The reader of the contract, over connections that break: it reads the model's whole text.

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const CUTS = IS_LONG ? 200 : 8
const SEED = Number(process.env['ALCOVE_TEST_SEED'] ?? Date.now() % 1_000_000)
const READERS = 4
const WORDS = 150
const WORDS_PER_SECOND = 150
/** Every connection is cut within this range; an answer has about half as many bytes. */
const CUT_WITHIN_BYTES = 24_000
const SLICE_BYTES = 300
const ENDINGS: readonly Ending[] = ['cut', 'cut', 'reset', 'reset', 'hang']

const text = Array.from({ length: WORDS }, (_, index) => `word${index + 1} `).join('')

/** The processes behind the network, with the client that got its token directly. */
async function startBehind(log: 'memory' | 'redis') {
  if (log === 'redis') {
    const processes = await startProcesses({
      postgresUrl: inject('postgresUrl'),
      redisUrl: inject('redisUrl'),
    })
    onTestFinished(() => processes.stop())
    return { ports: [processes.port(0), processes.port(1)], origin: processes.origin(0) }
  }
  const model = await startModelServer()
  const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
  const alcove = await startAlcove({ env })
  onTestFinished(async () => {
    await alcove.kill()
    await model.stop()
  })
  return { ports: [alcove.port], origin: `http://127.0.0.1:${alcove.port}` }
}

for (const log of ['memory', 'redis'] as const) {
  test(
    `${CUTS} random cuts lose nothing and double nothing, with the log in ${log} (R02)`,
    // Readers of a memory log are also tested in the frame.
    { timeout: 600_000, tags: log === 'memory' ? ['nightly'] : [] },
    async () => {
      const random = createRandom(SEED)
      const pick = <Item>(items: readonly Item[]): Item =>
        items[Math.floor(random() * items.length)] as Item
      const faultsOf = (): Faults => ({
        end: { how: pick(ENDINGS), afterBytes: Math.floor(random() * CUT_WITHIN_BYTES) },
        ...(random() < 0.5 ? { sliceBytes: SLICE_BYTES } : {}),
      })
      const { ports, origin } = await startBehind(log)
      // A random process, as a balancer would choose.
      const proxy = await startFaultProxy({ port: () => pick(ports), faultsOf, random })
      onTestFinished(() => proxy.stop())
      let answers = 0
      let requests = 0

      async function readUntilEnough() {
        while (proxy.ended < CUTS) {
          const direct = await createChatClient(origin)
          const client = direct.at(`http://127.0.0.1:${proxy.port}`)
          const thread = `local-${createMessageId()}`
          const message = userMessage(`tokens ${WORDS} ${WORDS_PER_SECOND}`)
          const read = await followAnswer({ client, thread, message })
          const rows = await direct.messages(thread)
          // After repeated sends there is one message with one answer.
          expect(rows, `seed ${SEED}`).toHaveLength(2)
          expect(rowText(await answerRow(direct, thread, read)), `seed ${SEED}`).toBe(text)
          expect(['finish', 'gone'], `seed ${SEED}`).toContain(read.end)
          // A reader that returns after the end has the beginning, and the row has the rest.
          const seen = read.end === 'gone' ? text.slice(0, read.text.length) : text
          expect(read.text, `seed ${SEED}`).toBe(seen)
          answers += 1
          requests += read.requests
        }
      }
      await Promise.all(Array.from({ length: READERS }, readUntilEnough))

      expect(requests).toBeGreaterThan(answers)
      console.log(
        `figure: ${proxy.ended} random cuts (seed ${SEED}) over ${answers} answers, log in ${log}: ` +
          `0 texts differ, ${requests} streams were asked for`,
      )
    },
  )
}
