import { expect, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { startModelServer } from '../e2e/model-server/start-model-server.ts'
import { createMessageId } from '../shared/ids.ts'
import { connectionsFor } from './routes/connections.ts'
import { createChatClient, userMessage, type ChatClient } from './testing/chat-client.ts'

const OPEN_FILES = 160
/** More than there are descriptors for, with the connections to the model. */
const CALLERS = 90
const WHOLE = 'Begun and done'

/** The end of a call: a refused connection, or a whole or partial answer. */
async function ask(client: ChatClient, key: string, onBegun: () => void) {
  const thread = `local-${createMessageId()}`
  const script = `say Begun; hold ${key}; json " and done"`
  try {
    const answer = await client.chat({ thread, messages: [userMessage(script)] })
    let text = ''
    for await (const chunk of answer.chunks()) {
      if (chunk.type === 'text-delta') text += chunk.delta
      if (text !== '') onBegun()
    }
    return text === WHOLE ? 'whole' : `${answer.status} ${text}`
  } catch {
    return 'refused'
  }
}

test('with few file descriptors left some callers are refused, and every answer is whole', async () => {
  const model = await startModelServer()
  onTestFinished(() => model.stop())
  const alcove = await startAlcove({
    env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url },
    openFiles: OPEN_FILES,
    readyTimeoutMs: 60_000,
  })
  onTestFinished(() => alcove.kill())
  const client = await createChatClient(`http://127.0.0.1:${alcove.port}`)
  const key = createMessageId()
  let settled = 0
  const calls = Array.from({ length: CALLERS }, () => {
    let settle = () => void settled++
    const once = () => {
      settle()
      settle = () => {}
    }
    return ask(client, key, once).finally(once)
  })
  await expect.poll(() => settled, { timeout: 50_000 }).toBe(CALLERS)
  model.release(key)

  const ends = await Promise.all(calls)
  expect(ends.filter((end) => end !== 'whole' && end !== 'refused')).toEqual([])
  const whole = ends.filter((end) => end === 'whole').length
  expect(whole).toBeGreaterThan(connectionsFor(OPEN_FILES) / 2)
  expect(whole).toBeLessThanOrEqual(connectionsFor(OPEN_FILES))
  await expect.poll(() => alcove.output()).toContain('ulimit -n')

  // The places are free again.
  const next = createMessageId()
  expect(await ask(client, next, () => model.release(next))).toBe('whole')
})
