import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, test, vi } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { ENGINES } from '../../scripts/store-place.ts'
import { createMessageId } from '../../shared/ids.ts'
import { createChatClient, userMessage, type ChatClient } from '../testing/chat-client.ts'
import { createRandom } from '../testing/create-random.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const KILLS = IS_LONG ? 100 : 2
const SENDERS = 4
const KILL_AFTER_MAX_MS = 400
/** Every so many rounds the kill does not wait for an acknowledgement. */
const ROUNDS_A_BLIND_KILL = 4
/**
 * With a shared database a dead process's leases last 10 s, and abandoned answers are looked for every 15 s.
 */
const LEASE_OVER_MS = 30_000
const LOOK_EVERY_MS = 500
const SEED = Number(process.env['ALCOVE_TEST_SEED'] ?? Date.now() % 1_000_000)

interface Acknowledged {
  readonly client: ChatClient
  readonly thread: string
  readonly externalId: string
}

/** Sends one message after another, each in a new thread, until the server is gone. */
async function sendUntilGone(client: ChatClient, acknowledged: Acknowledged[]) {
  for (;;) {
    const thread = `local-${createMessageId()}`
    const message = userMessage('say Saved; wait 20ms; json " and more"')
    const answer = await client.chat({ thread, messages: [message] })
    for await (const chunk of answer.chunks()) {
      // The user message is saved before the first chunk: that chunk is the acknowledgement.
      if (chunk.type === 'start') acknowledged.push({ client, thread, externalId: message.id })
    }
  }
}

/** The rows of a thread, which contain the message once, and nothing that was not sent. */
async function readKept({ client, thread, externalId }: Acknowledged) {
  const rows = await client.messages(thread)
  const questions = rows.filter(({ content }) => content.role === 'user')
  expect(
    questions.map((row) => row.external_id),
    `seed ${SEED}`,
  ).toEqual([externalId])
  return rows
}

test.each(ENGINES)(
  `loses no acknowledged message over ${KILLS} kill -9 on %s (R07)`,
  { timeout: 900_000 },
  async (engine) => {
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
    let alcove = await startAlcove({ env, dataDir })
    const acknowledged: Acknowledged[] = []
    let checked = 0

    for (let kill = 0; kill < KILLS; kill += 1) {
      // A new visitor, since each may have at most a hundred threads.
      const client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
      const senders = Array.from({ length: SENDERS }, () =>
        sendUntilGone(client, acknowledged).catch(() => undefined),
      )
      const countNew = () => acknowledged.length - checked
      // By count, not at random: three random rounds would leave nothing to check once in some twenty runs.
      const isBlind = kill % ROUNDS_A_BLIND_KILL === ROUNDS_A_BLIND_KILL - 1
      if (!isBlind) await vi.waitUntil(() => countNew() > 0, { timeout: 20_000 })
      await delay(random() * KILL_AFTER_MAX_MS)
      await alcove.kill()
      await Promise.all(senders)
      // The next start is clean, whatever state the kill left.
      alcove = await startAlcove({ env, dataDir, port: alcove.port })
      for (const sent of acknowledged.slice(checked)) {
        const rows = await readKept(sent)
        // If it is alone on its database, the new process knows at once that the answer is abandoned.
        expect(rows.length).toBeGreaterThanOrEqual(engine === 'sqlite' ? 2 : 1)
      }
      checked = acknowledged.length
    }

    // Every running answer is saved and marked, so that no reader waits for ever.
    for (const sent of acknowledged) {
      const countRows = async () => (await readKept(sent)).length
      const patience = { timeout: LEASE_OVER_MS, interval: LOOK_EVERY_MS }
      await expect.poll(countRows, patience).toBe(2)
      const answer = (await readKept(sent)).at(-1)
      expect(answer?.content.status?.type).toMatch(/^(in)?complete$/)
    }
    expect(acknowledged.length).toBeGreaterThan(KILLS / 2)
    console.log(
      `figure: ${KILLS} kill -9 (seed ${SEED}) on ${engine}: ${acknowledged.length} messages acknowledged, 0 lost, 0 twice`,
    )
    await alcove.stop()
    await model.stop()
    await place.remove()
  },
)
