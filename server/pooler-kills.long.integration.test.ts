import { randomInt } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { startPgbouncer, type Pooler } from '../scripts/pgbouncer.ts'
import { figureLimit } from '../scripts/test-limits.ts'
import { createMessageId } from '../shared/ids.ts'
import { LOST_MAX_MS } from './runs/checkpoints.ts'
import { rowText, userMessage, type ChatClient } from './testing/chat-client.ts'
import { answerRow, followAnswer } from './testing/follow-answer.ts'
import { startProcesses, type Processes } from './testing/start-processes.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const KILLS = IS_LONG ? 30 : 1
/** Number of each kind at once. */
const ANSWERS = 3
/** Longer than a server needs to find a dead one's answer. */
const WORDS = 6_000
const WORDS_PER_SECOND = 50
/** A kill comes at any of the first words. */
const WORDS_BEFORE_KILL = 60
/** The guaranteed times. */
const READ_WITHIN_MS = figureLimit(15_000)
const UNREAD_WITHIN_MS = figureLimit(30_000)
/** Fewer connections than one server has clients, so that each transaction may run on any of them. */
const POOL_SIZE = 4

let pooler: Pooler
let processes: Processes
let operator: pg.Client
beforeAll(async () => {
  const postgresUrl = inject('postgresUrl')
  pooler = await startPgbouncer(postgresUrl, { mode: 'transaction', poolSize: POOL_SIZE })
  processes = await startProcesses({ postgresUrl, urlOf: pooler.urlOf })
  operator = new pg.Client({ connectionString: processes.databaseUrl })
  await operator.connect()
})
afterAll(async () => {
  await operator.end()
  await processes.stop()
  await pooler.stop()
})

const fullText = Array.from({ length: WORDS }, (_, index) => `word${index + 1} `).join('')
const countWords = (text: string) => text.split(' ').filter((word) => word !== '').length

async function countOpen(): Promise<number> {
  const { rows } = await operator.query<{ count: string }>(
    'select count(*) from runs where ended_at is null',
  )
  return Number(rows[0]!.count)
}

/** A running answer at one server; its sender goes with that server. */
async function startAnswer(client: ChatClient) {
  const thread = `local-${createMessageId()}`
  const question = userMessage(`tokens ${WORDS} ${WORDS_PER_SECOND}`)
  const answer = await client.chat({ thread, messages: [question] })
  await answer.until('word1 ')
  void answer.text().catch(() => {})
  return { thread, question }
}

/** Answers that are read at another server, from their starts, and have so many words there. */
async function readAnswers(client: ChatClient, reader: ChatClient, begunWords: number) {
  const started = Array.from({ length: ANSWERS }, async () => {
    const { thread, question } = await startAnswer(client)
    const begun = Promise.withResolvers<void>()
    const onText = (text: string) => void (countWords(text) >= begunWords && begun.resolve())
    const silenceMs = 2 * READ_WITHIN_MS
    const followed = followAnswer({ client: reader, thread, onText, silenceMs })
    await Promise.race([begun.promise, followed])
    return { thread, question, followed }
  })
  return Promise.all(started)
}

/** The other server is busy too, so that the pooler alternates its connections. */
function keepBusy(client: ChatClient) {
  const over = new AbortController()
  const calls = (async () => {
    let count = 0
    while (!over.signal.aborted) {
      expect((await client.call('/threads')).status).toBe(200)
      count += 1
    }
    return count
  })()
  return {
    async end() {
      over.abort()
      return calls
    },
  }
}

test(
  `${KILLS} kills -9 of one of two servers behind PgBouncer in transaction mode leave no answer open and lose none (R07)`,
  { timeout: KILLS * 10 * 60_000 },
  async () => {
    const times = { read: [0], unread: [0] }
    let answers = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const [victim, survivor] = kill % 2 === 0 ? [0, 1] : [1, 0]
      if (kill > 0) await processes.restart(survivor)
      const visitor = await processes.createClient()
      const client = visitor.at(processes.origin(victim))
      const other = visitor.at(processes.origin(survivor))
      const busy = keepBusy(other)
      const unread = await Promise.all(Array.from({ length: ANSWERS }, () => startAnswer(client)))
      const read = await readAnswers(client, other, randomInt(1, WORDS_BEFORE_KILL))
      expect(await countOpen()).toBe(2 * ANSWERS)

      const killedAt = performance.now()
      await processes.kill(victim)
      const since = () => performance.now() - killedAt
      const seen = await Promise.all(
        read.map(async ({ followed, ...answer }) => {
          const heard = await followed
          times.read.push(since())
          return { ...answer, heard }
        }),
      )
      await expect.poll(countOpen, { timeout: 2 * UNREAD_WITHIN_MS, interval: 100 }).toBe(0)
      times.unread.push(since())
      expect(await busy.end()).toBeGreaterThan(0)

      for (const { thread, heard } of seen) {
        const text = rowText(await answerRow(other, thread, heard))
        expect(fullText.startsWith(text)).toBe(true)
        const lost = countWords(heard.text) - countWords(text)
        expect((lost * 1_000) / WORDS_PER_SECOND).toBeLessThanOrEqual(LOST_MAX_MS)
      }
      for (const { thread, question } of [...unread, ...seen]) {
        const rows = await other.messages(thread)
        expect(rows.map((row) => row.content.status?.type)).toEqual([undefined, 'incomplete'])
        expect(rows[0]?.external_id ?? rows[0]?.id).toBe(question.id)
        expect(fullText.startsWith(rowText(rows[1]))).toBe(true)
        answers += 1
      }
    }

    const [readMs, unreadMs] = [Math.max(...times.read), Math.max(...times.unread)]
    expect(readMs).toBeLessThanOrEqual(READ_WITHIN_MS)
    expect(unreadMs).toBeLessThanOrEqual(UNREAD_WITHIN_MS)
    console.log(
      `figure: ${KILLS} kills -9 of one of two servers behind PgBouncer in transaction mode, ${answers} answers: 0 lost, ` +
        `open for at most ${readMs.toFixed(0)} ms while somebody reads, ${unreadMs.toFixed(0)} ms otherwise`,
    )
  },
)
