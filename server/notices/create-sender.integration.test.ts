import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { createGuardedTell } from '../files/fetch/guarded-tell.ts'
import { DELIVERY_LEASE_MS, DUE_READ } from '../store/notices/delivery-queries.ts'
import type { Scope, Store } from '../store/store.ts'
import { createNetworkWorld } from '../testing/create-network-world.ts'
import {
  addHook,
  answerOnce,
  createTestSender,
  rotateSecret,
  startReceiver,
  type ReceivedNotice,
} from '../testing/notice-world.ts'
import { withStore } from '../testing/with-store.ts'
import { NOTICES_AT_ONCE, NOTICES_PER_HOOK, NOTICES_PER_PROJECT } from './create-sender.ts'
import { HOOK_PAUSES_MS } from './pauses.ts'

const HOUR_MS = 3_600_000

describe.each(ENGINES)('webhooks on %s', (engine) => {
  const { store } = withStore(engine, { now: () => new Date(), lasts: 'test' })
  let scope: Scope
  beforeEach(() => {
    // The package compares times with this machine's clock.
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = randomUUID()
    scope = { projectId: id, workspaceId: id, userId: id }
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms)
  const logOf = async (hookId: string) => (await store.notices.deliveries.list(hookId)).toReversed()
  const typesOf = (received: readonly ReceivedNotice[]) =>
    received.map(({ body }) => (JSON.parse(body) as { type: string }).type)

  test('a receiver that was down for an hour gets each notice once, in the order of its conversation', async () => {
    const { port, url, stop } = await startReceiver()
    await stop()
    const { secret, id } = await addHook(store, scope.projectId, url)
    const { thread } = await answerOnce(store, scope, { isUnanswered: true })
    pass(1)
    await answerOnce(store, scope, { state: 'error', error: 'no quota' }, thread)
    await answerOnce(store, scope)
    const sender = createTestSender(store)
    for (let passed = 0; passed < HOUR_MS; passed += 60_000) {
      await sender.sendDue()
      pass(60_000)
    }
    const back = await startReceiver(undefined, port)
    for (const pause of HOOK_PAUSES_MS) {
      await sender.sendDue()
      pass(Math.min(pause, HOUR_MS))
    }

    const { received } = back
    const ids = received.map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(4)
    expect(ids).toHaveLength(4)
    const ofThread = received.filter(({ body }) => !body.includes('"conversation.started"'))
    expect(typesOf(ofThread)).toEqual(['answer.unanswered', 'answer.failed'])
    const places = received.map(({ body }) => (JSON.parse(body) as Told).data)
    const asked = places.find(({ question }) => question !== undefined)!
    expect(places.findIndex((place) => place.thread === asked.thread)).toBeLessThan(
      places.indexOf(asked),
    )
    for (const { body, headers } of received.slice(-1)) {
      const names = headers as Record<string, string>
      vi.setSystemTime(Number(names['webhook-timestamp']) * 1_000)
      expect(new Webhook(secret).verify(body, names)).toEqual(JSON.parse(body))
      expect(() => new Webhook(secret).verify(`${body} `, names)).toThrow('No matching signature')
    }
    const log = await logOf(id)
    expect(log.every(({ state }) => state === 'done')).toBe(true)
    const first = log.find(({ event }) => event === 'conversation.started')!
    expect(first.log[0]!.problem).toContain('ECONNREFUSED')
    expect(first.log.at(-1)).toMatchObject({ status: 200, problem: null })
  })

  test.each([
    ['answers 500', 500, {}, 'status 500'],
    ['redirects', 307, { Location: '/elsewhere' }, 'redirects (status 307)'],
  ] as const)(
    'a receiver that %s is asked again after a pause',
    async (_, status, headers, words) => {
      let answers = 0
      const { url, received } = await startReceiver((_request, response) => {
        answers += 1
        response.writeHead(answers === 1 ? status : 204, headers).end()
      })
      const { id } = await addHook(store, scope.projectId, url, ['conversation.started'])
      await answerOnce(store, scope)
      const sender = createTestSender(store)
      await sender.sendDue()
      pass(HOOK_PAUSES_MS[0]! - 1)
      await sender.sendDue()
      expect(received).toHaveLength(1)
      pass(1)
      await sender.sendDue()
      await sender.sendDue()

      expect(received).toHaveLength(2)
      expect(received.map(({ headers }) => headers['alcove-attempt'])).toEqual(['1', '2'])
      expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id'])
      const [delivery] = await logOf(id)
      expect(delivery!.log[0]).toMatchObject({ status, problem: expect.stringContaining(words) })
      expect(delivery!.state).toBe('done')
    },
  )

  test('a slow receiver is left, and an answer of any length is not read', async () => {
    const slow = await startReceiver(() => {})
    const huge = await startReceiver((_, response) => {
      response.writeHead(200)
      const chunk = Buffer.alloc(1_048_576)
      const write = () => {
        while (!response.destroyed && response.write(chunk));
      }
      response.on('drain', write).on('error', () => {})
      write()
    })
    const { id: slowId } = await addHook(store, scope.projectId, slow.url, ['answer.failed'])
    const { id: hugeId } = await addHook(store, scope.projectId, huge.url, ['conversation.started'])
    const { thread } = await answerOnce(store, scope)
    await createTestSender(store).sendDue()
    await answerOnce(store, scope, { state: 'error' }, thread)
    await createTestSender(store, { timeoutMs: 200 }).sendDue()

    expect((await logOf(slowId))[0]!.log).toMatchObject([
      { status: null, problem: 'The receiver took longer than 200 ms.' },
    ])
    expect((await logOf(hugeId))[0]).toMatchObject({ state: 'done', log: [{ status: 200 }] })
  })

  test('an attempt of a process that died is made again by another one, under the same id', async () => {
    const { url, received } = await startReceiver()
    const { id } = await addHook(store, scope.projectId, url, ['conversation.started'])
    await answerOnce(store, scope)
    const [dead] = await claimAll(store)
    const sender = createTestSender(store)
    pass(DELIVERY_LEASE_MS - 1)
    await sender.sendDue()
    expect(received).toHaveLength(0)
    pass(1)
    await sender.sendDue()

    expect(received.map(({ headers }) => headers['alcove-attempt'])).toEqual(['2'])
    expect(received[0]!.headers['webhook-id']).toBe(dead!.notice.id)
    const [delivery] = await logOf(id)
    expect(delivery!.log[0]!.problem).toContain('The server stopped during this attempt')
    // The first process was only paused: its end changes nothing.
    expect(await store.notices.deliveries.end(dead!, { state: 'gave-up' }, [])).toBe(false)
    expect((await logOf(id))[0]!.state).toBe('done')
  })

  test('of many servers one sends each notice', async () => {
    const { url, received } = await startReceiver()
    await addHook(store, scope.projectId, url)
    for (let n = 0; n < NOTICES_PER_HOOK; n++) await answerOnce(store, scope)
    const senders = Array.from({ length: 3 }, () => createTestSender(store))
    await Promise.all(senders.map((sender) => sender.sendDue()))
    await Promise.all(senders.map((sender) => sender.sendDue()))
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(
      NOTICES_PER_HOOK,
    )
    expect(received).toHaveLength(NOTICES_PER_HOOK)
  })

  test(`a process makes ${NOTICES_PER_HOOK} attempts at once for one webhook, and not ${NOTICES_PER_HOOK + 1}`, async () => {
    const { url } = await startReceiver()
    await addHook(store, scope.projectId, url)
    for (let n = 0; n < NOTICES_PER_HOOK; n++) await answerOnce(store, scope)
    expect(await claimAll(store)).toHaveLength(NOTICES_PER_HOOK)
    pass(DELIVERY_LEASE_MS)
    await answerOnce(store, scope)
    expect(await claimAll(store)).toHaveLength(NOTICES_PER_HOOK)
  })

  test('one webhook with many notices that are due first holds up no other', async () => {
    const { url, received } = await startReceiver()
    const other = await startReceiver()
    const { id } = await addHook(store, scope.projectId, url, ['conversation.started'])
    for (let n = 0; n <= DUE_READ; n++) {
      expect(await store.notices.hooks.addTest(scope.projectId, id)).toBeDefined()
    }
    pass(1)
    const late = { ...scope, projectId: randomUUID() }
    await addHook(store, late.projectId, other.url, ['conversation.started'])
    await answerOnce(store, late)

    await createTestSender(store).sendDue()

    expect(received).toHaveLength(NOTICES_PER_HOOK)
    expect(typesOf(other.received)).toEqual(['conversation.started'])
  })

  test(`the webhooks of a project have ${NOTICES_PER_PROJECT} attempts at once in all`, async () => {
    const hooks = 1 + NOTICES_PER_PROJECT / NOTICES_PER_HOOK
    for (let n = 0; n < hooks; n++) await addHook(store, scope.projectId, 'http://localhost/')
    for (let n = 0; n < NOTICES_PER_HOOK; n++) await answerOnce(store, scope)
    pass(1)
    const late = { ...scope, projectId: randomUUID() }
    await addHook(store, late.projectId, 'http://localhost/')
    await answerOnce(store, late)

    const claimed = (await claimAll(store)).map(({ projectId }) => projectId)

    const own = claimed.filter((projectId) => projectId === scope.projectId)
    expect(own).toHaveLength(NOTICES_PER_PROJECT)
    expect(claimed).toHaveLength(NOTICES_PER_PROJECT + 1)
  })

  test('old and new secret verify until the old one is ended', async () => {
    const { url, received } = await startReceiver()
    const { id, secret } = await addHook(store, scope.projectId, url, ['conversation.started'])
    const renewed = await rotateSecret(store, scope.projectId, id)
    const sender = createTestSender(store)
    const isSignedBy = (key: string) => {
      const { body, headers } = received.at(-1)!
      try {
        return new Webhook(key).verify(body, headers as Record<string, string>) !== undefined
      } catch {
        return false
      }
    }
    await answerOnce(store, scope)
    await sender.sendDue()
    expect([isSignedBy(secret), isSignedBy(renewed)]).toEqual([true, true])
    await store.notices.hooks.endOldSecret(scope.projectId, id)
    await answerOnce(store, scope)
    await sender.sendDue()
    expect([isSignedBy(secret), isSignedBy(renewed)]).toEqual([false, true])
    // A third one ends the first: two sign at most.
    const third = await rotateSecret(store, scope.projectId, id)
    await rotateSecret(store, scope.projectId, id)
    await answerOnce(store, scope)
    await sender.sendDue()
    expect([isSignedBy(renewed), isSignedBy(third)]).toEqual([false, true])
  })

  test('after the last attempt it is given up, and a replay begins anew under the same id', async () => {
    const { url, received } = await startReceiver((_, response) => response.writeHead(500).end())
    const { id } = await addHook(store, scope.projectId, url, ['conversation.started'])
    await answerOnce(store, scope)
    const sender = createTestSender(store)
    for (const pause of HOOK_PAUSES_MS) {
      await sender.sendDue()
      pass(pause)
    }
    expect((await logOf(id))[0]!.state).toBe('due')
    await sender.sendDue()
    const [delivery] = await logOf(id)
    expect(delivery!.state).toBe('gave-up')
    expect(received).toHaveLength(HOOK_PAUSES_MS.length + 1)

    expect(await store.notices.deliveries.repeat(scope.projectId, delivery!.id)).toBe(true)
    expect(await store.notices.deliveries.repeat('other', delivery!.id)).toBe(false)
    await sender.sendDue()
    expect(received).toHaveLength(HOOK_PAUSES_MS.length + 2)
    expect(received.at(-1)!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id'])
    expect((await logOf(id))[0]!.state).toBe('due')
  })

  test('inner addresses are not called, and public ones are', async () => {
    const world = await createNetworkWorld((_, response) => response.end(), {
      'inner.example': ['10.0.0.1'],
    })
    const urls = [`http://127.0.0.1:${world.port}/`, 'https://inner.example/', 'https://[::1]/']
    const sender = createTestSender(store, { tell: createGuardedTell({ network: world.network }) })
    for (const url of urls) {
      const { id } = await addHook(store, scope.projectId, url, ['conversation.started'])
      await answerOnce(store, scope)
      await sender.sendDue()
      expect((await logOf(id))[0]!.log[0]).toMatchObject({
        status: null,
        problem: expect.stringMatching(/^Nothing was sent: the address /),
      })
    }
    expect(world.hits()).toBe(0)
    const local = createGuardedTell({ allowsLoopback: true, network: world.network })
    const { id } = await addHook(store, scope.projectId, urls[0]!, ['answer.failed'])
    await answerOnce(store, scope, { state: 'error' })
    await createTestSender(store, { tell: local }).sendDue()
    expect((await logOf(id))[0]!.state).toBe('done')
    expect(world.hits()).toBeGreaterThan(0)
  })
})

interface Told {
  readonly type: string
  readonly data: { readonly thread: string; readonly question?: string }
}

const claimAll = (store: Store) =>
  store.notices.deliveries.claimDue({
    limit: NOTICES_AT_ONCE,
    perHook: NOTICES_PER_HOOK,
    perProject: NOTICES_PER_PROJECT,
    running: [],
  })
