import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../e2e/model-server/start-model-server.ts'
import { startAlcove } from '../../e2e/alcove-server.ts'
import { createChatClient, userMessage } from '../testing/chat-client.ts'
import { startProcesses } from '../testing/start-processes.ts'

/** More than any limit of readers below. */
const HEADS = 5
const ALCOVE_LIMITS = '{"activeReadersPerUser":1}'

interface Place {
  readonly model: Pick<ModelServer, 'release'>
  /** Origins where the answer is made, and where it is followed. */
  readonly origins: readonly [string, string]
  stop(): Promise<void>
}

async function startOne(): Promise<Place> {
  const model = await startModelServer()
  const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url, ALCOVE_LIMITS }
  const alcove = await startAlcove({ env })
  const origin = `http://127.0.0.1:${alcove.port}`
  return {
    model,
    origins: [origin, origin],
    async stop() {
      await alcove.kill()
      await model.stop()
    },
  }
}

async function startTwo(): Promise<Place> {
  const urls = { postgresUrl: inject('postgresUrl'), redisUrl: inject('redisUrl') }
  const { model, origin, stop } = await startProcesses({
    ...urls,
    envOf: () => ({ ALCOVE_LIMITS }),
  })
  return { model, origins: [origin(0), origin(1)], stop }
}

describe.each([
  ['one process', startOne],
  ['two processes, Postgres and Redis', startTwo],
])('%s', (name, start) => {
  let place: Place
  beforeAll(async () => {
    place = await start()
  })
  afterAll(() => place?.stop())

  const tags = name === 'one process' ? ['nightly'] : []
  test('a look at the head of a running answer takes no reader’s place', { tags }, async () => {
    const client = await createChatClient(place.origins[0])
    const answer = await client.chat({
      thread: 'mine',
      messages: [userMessage(`say One; hold ${name.length}; say two`)],
    })
    await answer.until('One')
    const follow = (method: string) =>
      client.at(place.origins[1]).call('/chat/mine/stream', { method })

    for (let index = 0; index < HEADS; index++) {
      const head = await follow('HEAD')
      expect(head.status).toBe(200)
      expect(head.headers.get('Content-Type')).toMatch(/^text\/event-stream/)
      expect(await head.text()).toBe('')
    }
    const reader = await follow('GET')
    expect(reader.status).toBe(200)
    // The only place is taken, and a HEAD request needs none.
    expect((await follow('GET')).status).toBe(429)
    expect((await follow('HEAD')).status).toBe(200)

    place.model.release(String(name.length))
    expect(await reader.text()).toContain('two')
    expect((await follow('HEAD')).status).toBe(204)
  })
})
