import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startRedis, type RedisServer } from '../scripts/redis.ts'
import { createMessageId } from '../shared/ids.ts'
import { rowText, userMessage, type ChatClient } from './testing/chat-client.ts'
import { answerRow, followAnswer, type FollowedAnswer } from './testing/follow-answer.ts'
import { startProcesses, type Processes } from './testing/start-processes.ts'

const ROUNDS = process.env['ALCOVE_TEST_LONG'] === '1' ? 10 : 1
const ANSWERS = 4
/** Long enough to still run when a reader joins, even on a busy machine. */
const WORDS = 500
const WORDS_PER_SECOND = 100
const BEGUN_WORDS = 40
/** A sender's stream that pauses longer is lost, even on a busy machine. */
const PATIENCE_MS = 10_000

/** A Redis for this test, which it stops. */
let redis: RedisServer
let processes: Processes
beforeAll(async () => {
  redis = await startRedis()
  processes = await startProcesses({
    postgresUrl: inject('postgresUrl'),
    redisUrl: redis.url,
  })
})
afterAll(async () => {
  await processes.stop()
  await redis.stop()
})

const text = Array.from({ length: WORDS }, (_, index) => `word${index + 1} `).join('')

/** Sends at one process and reads there and at the other, once the answer runs. */
async function ask(client: ChatClient, index: number) {
  const [here, there] = index % 2 === 0 ? [0, 1] : [1, 0]
  const thread = `local-${createMessageId()}`
  const message = userMessage(`tokens ${WORDS} ${WORDS_PER_SECOND}`)
  const sender = client.at(processes.origin(here))
  let begin = () => {}
  const begun = new Promise<void>((resolve) => (begin = resolve))
  const pauses = createPauses()
  const onText = (seen: string) => {
    pauses.note()
    if (seen.split(' ').length > BEGUN_WORDS) begin()
  }
  const sent = followAnswer({ client: sender, thread, message, onText, silenceMs: PATIENCE_MS })
  await Promise.race([begun, sent])
  const reader = client.at(processes.origin(there))
  const followed = followAnswer({ client: reader, thread, silenceMs: PATIENCE_MS })
  return { thread, sent, followed, pauses }
}

/** The longest time between two words. */
function createPauses() {
  let last: number | undefined
  let longest = 0
  return {
    note() {
      const now = performance.now()
      longest = Math.max(longest, now - (last ?? now))
      last = now
    },
    longest: () => longest,
  }
}

async function check(client: ChatClient, thread: string, read: FollowedAnswer) {
  expect(['finish', 'gone']).toContain(read.end)
  expect(read.answerId).toBeDefined()
  expect(read.text).toBe(read.end === 'finish' ? text : text.slice(0, read.text.length))
  const rows = await client.messages(thread)
  expect(rows).toHaveLength(2)
  const row = await answerRow(client, thread, read)
  expect(rowText(row)).toBe(text)
  expect(row?.content.status?.type).toBe('complete')
}

test('while Redis works, a reader at another process has the whole answer in one stream', async () => {
  const client = await processes.createClient()
  const { thread, sent, followed } = await ask(client, 0)

  for (const read of await Promise.all([sent, followed])) {
    expect(read).toMatchObject({ end: 'finish', troubles: [] })
    await check(client, thread, read)
  }
})

test(
  `no send fails and no answer is lost when Redis ends and comes back ${ROUNDS} times (R11)`,
  { timeout: ROUNDS * 60_000 },
  async () => {
    const client = await processes.createClient()
    let answers = 0
    let broken = 0
    let pause = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await Promise.all(
        Array.from({ length: ANSWERS }, (_, index) => ask(client, index)),
      )
      await redis.kill()
      const during = await Promise.all(
        Array.from({ length: ANSWERS }, (_, index) => ask(client, index)),
      )
      await redis.restart()
      const after = await ask(client, round)

      for (const { thread, sent, followed, pauses } of [...before, ...during, after]) {
        // Without a retry: the sender notices nothing.
        expect((await sent).troubles).toEqual([])
        for (const read of await Promise.all([sent, followed])) {
          await check(client, thread, read)
          if (read.requests > 1) broken += 1
        }
        answers += 1
        pause = Math.max(pause, pauses.longest())
      }
    }
    console.log(
      `figure: Redis ended ${ROUNDS} times under ${answers} answers with two readers each: 0 sends failed, ` +
        `0 answers lost; ${broken} readers asked for their stream again, the sender's longest pause was ${pause.toFixed(0)} ms`,
    )
  },
)
