import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { LEASE_QUIET_MAX_MS } from './message-leases.ts'
import { createScope, newMessage, strangersOf } from './new-rows.test-support.ts'

const T0 = Date.parse('2027-01-15T08:00:00.000Z')
const at = (ms: number) => new Date(T0 + ms)

describe.each(ENGINES)('leases on messages on %s', (engine) => {
  let now = 0
  const { store } = withStore(engine, { now: () => at(now) })

  async function open() {
    now = 0
    const scope = createScope()
    const { id: thread } = await store.threads.create(scope, { lastMessageAt: at(0).toISOString() })
    const answer = newMessage('', { externalId: 'reply', opensLease: true })
    const { id, leaseId } = await store.messages.append(scope, thread, answer)
    const leaseOf = async () => (await store.leases.list(thread, [id, 'unknown'])).get(id)
    return { scope, thread, id, lease: leaseId!, leaseOf }
  }
  const write = (text: string, leaseId: string) =>
    newMessage(text, { externalId: 'reply', leaseId })

  test('a lease ends after a day of silence, and no earlier', async () => {
    const { scope, thread, id, lease, leaseOf } = await open()

    now = LEASE_QUIET_MAX_MS - 1
    expect(await leaseOf()).toEqual({ isRunning: true, quietMs: now })
    await store.messages.append(scope, thread, write('a', lease))

    now += LEASE_QUIET_MAX_MS
    expect(await leaseOf()).toEqual({ isRunning: false, quietMs: LEASE_QUIET_MAX_MS })
    const late = { code: 'run_ended' }
    await expect(store.leases.beat(scope, thread, lease)).rejects.toMatchObject(late)
    await expect(store.messages.append(scope, thread, write('b', lease))).rejects.toMatchObject(
      late,
    )
    const { content } = newMessage('c')
    await expect(
      store.messages.update(scope, thread, id, content, undefined, lease),
    ).rejects.toMatchObject(late)
    expect((await store.messages.find(scope, thread, id))?.content).toEqual(newMessage('a').content)
  })

  test('another workspace neither beats nor ends a lease', async () => {
    const { scope, thread, lease, leaseOf } = await open()

    for (const stranger of strangersOf(scope)) {
      const unknown = { code: 'not_found' }
      await expect(store.leases.beat(stranger, thread, lease)).rejects.toMatchObject(unknown)
      await expect(store.leases.end(stranger, thread, lease, 'done')).rejects.toMatchObject(unknown)
    }
    expect(await leaseOf()).toMatchObject({ isRunning: true })
    await store.leases.end(scope, thread, lease, 'done')
    expect(await leaseOf()).toMatchObject({ isRunning: false })
  })

  test('a lease goes with its message, and with its thread into another workspace', async () => {
    const { scope, thread, id, lease, leaseOf } = await open()
    const to = createScope()
    await store.threads.move(scope, to)

    await store.leases.beat(to, thread, lease)
    await expect(store.leases.beat(scope, thread, lease)).rejects.toMatchObject({
      code: 'not_found',
    })
    await store.messages.remove(to, thread, [id])
    expect(await leaseOf()).toBeUndefined()
    await expect(store.leases.beat(to, thread, lease)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('concurrent openings leave one lease', async () => {
    const { scope, thread, id } = await open()
    const answer = newMessage('', { externalId: 'reply', opensLease: true })

    const opened = await Promise.all(
      Array.from({ length: 8 }, () => store.messages.append(scope, thread, answer)),
    )

    expect(new Set(opened.map((row) => row.id))).toEqual(new Set([id]))
    const beats = await Promise.allSettled(
      opened.map(({ leaseId }) => store.leases.beat(scope, thread, leaseId!)),
    )
    expect(beats.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
