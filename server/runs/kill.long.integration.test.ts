import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { startModelServer } from '../../e2e/model-server/start-model-server.ts'
import { createMessageId } from '../../shared/ids.ts'
import { createChatClient, userMessage, type ChatClient } from '../testing/chat-client.ts'
import { createRandom } from '../testing/create-random.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const KILLS = IS_LONG ? 100 : 10
const SENDERS = 4
const KILL_AFTER_MAX_MS = 400
const SEED = Number(process.env['ALCOVE_TEST_SEED'] ?? Date.now() % 1_000_000)

interface Acknowledged {
  readonly thread: string
  readonly externalId: string
}

/** Sends one message after another, each in a thread of its own, until the server is gone. */
async function sendUntilGone(client: ChatClient, acknowledged: Acknowledged[]) {
  for (;;) {
    const thread = `local-${createMessageId()}`
    const message = userMessage('say Saved; wait 20ms; json " and more"')
    const answer = await client.chat({ thread, messages: [message] })
    for await (const chunk of answer.chunks()) {
      // The user message is saved before the first chunk: that chunk is the acknowledgement.
      if (chunk.type === 'start') acknowledged.push({ thread, externalId: message.id })
    }
  }
}

test(`loses no acknowledged message over ${KILLS} kill -9`, { timeout: 900_000 }, async () => {
  const random = createRandom(SEED)
  const model = await startModelServer()
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-kill-'))
  const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
  let alcove = await startAlcove({ env, dataDir })
  const client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
  const acknowledged: Acknowledged[] = []
  let checked = 0

  async function checkNewest() {
    for (const { thread, externalId } of acknowledged.slice(checked)) {
      const rows = await client.messages(thread)
      expect(rows[0]?.external_id, `seed ${SEED}`).toBe(externalId)
      // Whatever was running is saved and marked: nobody waits for ever.
      expect(rows, `seed ${SEED}`).toHaveLength(2)
    }
    checked = acknowledged.length
  }

  for (let kill = 0; kill < KILLS; kill += 1) {
    const senders = Array.from({ length: SENDERS }, () =>
      sendUntilGone(client, acknowledged).catch(() => undefined),
    )
    await delay(random() * KILL_AFTER_MAX_MS)
    await alcove.kill()
    await Promise.all(senders)
    alcove = await startAlcove({ env, dataDir, port: alcove.port })
    await checkNewest()
  }

  expect(acknowledged.length).toBeGreaterThan(KILLS)
  console.log(
    `figure: ${KILLS} kill -9 (seed ${SEED}): ${acknowledged.length} messages acknowledged, 0 lost`,
  )
  await alcove.stop()
  await model.stop()
  await rm(dataDir, { recursive: true, force: true })
})
