import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { DELIVERY_LEASE_MS } from '../store/notices/delivery-queries.ts'
import type { NoticeOrder } from '../testing/notice-process.ts'
import {
  addHook,
  answerOnce,
  createTestSender,
  NOTICE_KEY,
  startReceiver,
} from '../testing/notice-world.ts'
import { withStore } from '../testing/with-store.ts'

const PROCESS = new URL('../testing/notice-process.ts', import.meta.url).href
const SCOPE = { projectId: 'shop', workspaceId: 'u', userId: 'u' }

describe.each(ENGINES)('a sender on %s', (engine) => {
  let laterMs = 0
  const { store, place } = withStore(engine, { now: () => new Date(Date.now() + laterMs) })

  test('that is killed while the receiver answers has its notices sent again, marked as repeated', async () => {
    const running: ChildProcess[] = []
    const { url, received } = await startReceiver((_, response) => {
      // The first answer never comes: its process dies in the middle of it.
      if (received.length === 1) running[0]?.kill('SIGKILL')
      else response.end()
    })
    const { id } = await addHook(store, SCOPE.projectId, url)
    const { thread } = await answerOnce(store, SCOPE)
    await answerOnce(store, SCOPE, { state: 'error' }, thread)
    const order: NoticeOrder = {
      dataDir: place.dataDir,
      databaseUrl: place.databaseUrl,
      key: NOTICE_KEY.toString('base64'),
    }
    const script = join(place.dataDir, 'send.mjs')
    await mkdir(place.dataDir, { recursive: true })
    await writeFile(
      script,
      `import { sendNoticesInProcess } from ${JSON.stringify(PROCESS)}
      await sendNoticesInProcess(${JSON.stringify(order)})`,
    )
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'inherit', 'inherit'] })
    running.push(child)
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])

    const sender = createTestSender(store)
    await sender.sendDue()
    expect(received).toHaveLength(1)
    laterMs = DELIVERY_LEASE_MS
    await sender.sendDue()
    await sender.sendDue()

    expect(received.map(({ headers }) => headers['alcove-attempt'])).toEqual(['1', '2', '1'])
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect(ids[1]).toBe(ids[0])
    expect(new Set(ids).size).toBe(2)
    const log = await store.notices.deliveries.list(id)
    expect(log.map(({ state }) => state)).toEqual(['done', 'done'])
  })
})
