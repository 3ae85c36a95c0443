import { AssistantCloud } from 'cloud-0.2.11'
import { expect, inject, onTestFinished, test } from 'vitest'
import { startAlcove } from '../e2e/alcove-server.ts'
import { ENGINES } from '../scripts/store-place.ts'
import { createMigratedPlace } from './testing/migrated-place.ts'
import { signHostToken } from './testing/published-cloud.ts'

const HOST_SECRET = 'a secret of the host page, for clients that write'
const SECRET = 'a secret of the server, for clients that write'
const ANSWER = { role: 'assistant', content: [{ type: 'text', text: 'Half' }] } as const

test.each(ENGINES)('a lease goes on after a kill of its server, on %s', async (engine) => {
  const place = await createMigratedPlace(engine, inject('postgresUrl'))
  onTestFinished(() => place.remove())
  const start = async () => {
    const { databaseUrl, dataDir } = place
    const env = {
      ALCOVE_MODEL: 'demo',
      ALCOVE_HOST_SECRET: HOST_SECRET,
      ALCOVE_SECRET: SECRET,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    }
    const server = await startAlcove({ dataDir, env })
    const cloud = new AssistantCloud({
      baseUrl: `http://127.0.0.1:${server.port}`,
      authToken: () => signHostToken(HOST_SECRET, 'ada'),
    })
    const { messages, runs } = cloud.threads
    return { server, threads: cloud.threads, messages, runs }
  }

  const before = await start()
  const { thread_id: thread } = await before.threads.create({ last_message_at: new Date() })
  const { run, message_id: id } = await before.messages.create(thread, {
    parent_id: null,
    format: 'aui/v0',
    content: ANSWER,
    open_run: true,
  })
  await before.server.kill()
  const after = await start()
  onTestFinished(() => void after.server.stop())

  const [row] = (await after.messages.list(thread)).messages
  expect(row).toMatchObject({ id, run: { status: 'running' } })
  await after.runs.heartbeat(thread, run!.lease_id)
  await after.messages.update(thread, id, { content: ANSWER, lease_id: run!.lease_id })
  await after.runs.end(thread, run!.lease_id)
  expect((await after.messages.list(thread)).messages).toMatchObject([{ run: { status: 'ended' } }])
})
