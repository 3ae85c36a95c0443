import { expect, test } from 'vitest'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { json, networkError, never, type Answer } from '../api/fake-http.test-support.ts'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { createChatWorld, KNOWN_VISITOR } from '../world/chat-world.test-support.ts'
import { clearData, forgetVisitor } from './clear-data.ts'
import { identityAtom } from '../world/identity.ts'
import { identifyAtom } from '../world/identify.ts'

const REVOKE = 'POST /auth/tokens/revoke'
const [KEY] = Object.keys(KNOWN_VISITOR) as [string]

/** A known visitor, at a server that never answers a sign-out unless `answer` says how. */
function createWorld(storage = createFakeStorage(KNOWN_VISITOR), answer: () => Answer = never) {
  const world = createChatWorld({ storage })
  world.routes.set(REVOKE, answer)
  const { http, store } = world
  return {
    ...world,
    storage,
    forget: () => forgetVisitor(store, store.get(identityAtom)),
    told: () => http.to(REVOKE).map(({ body, keepalive }) => ({ body, keepalive })),
  }
}

const toldOf = (token: string) => [{ body: { refresh_token: token }, keepalive: true }]

test('a sign-out ends the session at the server, by a call that outlives the page and that nobody waits for', async () => {
  const { store, storage, forget, told } = createWorld()
  await store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })
  const { token } = JSON.parse(storage.getItem(KEY)!) as { token: string }
  expect(told()).toEqual([])

  forget()

  expect(told()).toEqual(toldOf(token))
  expect(storage.getItem(KEY)).toBeNull()
})

test('a sign-out of a user ends the session of the visitor that they were on this device', async () => {
  const { store, storage, forget, told } = createWorld()
  void store.set(identifyAtom, { epoch: 1, mode: 'token', getToken: () => null }).catch(() => {})
  await settle()

  forget()

  expect(told()).toEqual(toldOf('rt_0'))
  expect(storage.getItem(KEY)).toBeNull()
})

test('a visitor whom the browser keeps nothing of signs out as well', async () => {
  const blocked: KeyValueStorage = {
    getItem: () => refuse(),
    setItem: () => refuse(),
    removeItem: () => refuse(),
  }
  const { store, forget, told } = createWorld(blocked)
  await store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })
  await store.get(identityAtom)?.auth?.token({ mayMint: true })

  forget()

  expect(told()).toEqual(toldOf('rt_1'))
})

test.each<[string, () => Answer]>([
  ['has no such call', () => json(404, { error: 'Not Found' })],
  ['cannot do it', () => json(503, { error: 'unavailable' })],
  ['cannot be reached', networkError],
])('whoever signs out is nobody here, also when the server %s', async (_, answer) => {
  const { store, storage, reports, forget, told } = createWorld(undefined, answer)
  await store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })

  forget()
  await settle()

  expect(told()).toHaveLength(1)
  expect(storage.getItem(KEY)).toBeNull()
  expect(await store.get(identityAtom)?.auth?.token({ mayMint: false })).toBe(null)
  expect(reports).toEqual([])
})

test('nobody’s sign-out calls nobody', async () => {
  const { store, forget, told } = createWorld(createFakeStorage())
  await store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })

  forget()

  expect(told()).toEqual([])
})

test('whoever deletes everything signs out once it is deleted, and not when the server refuses', async () => {
  const { store, storage, routes, told } = createWorld()
  await store.set(identifyAtom, { epoch: 1, mode: 'anonymous' })
  routes.set('DELETE /me', () => json(503, { error: 'unavailable' }))
  await expect(clearData(store)).rejects.toMatchObject({ code: 'unavailable' })
  expect(told()).toEqual([])
  expect(storage.getItem(KEY)).not.toBeNull()

  routes.set('DELETE /me', () => json(200, { threads: 0, runs: 0 }))
  await clearData(store)

  expect(told()).toHaveLength(1)
  expect(storage.getItem(KEY)).toBeNull()
})

function refuse(): never {
  throw new DOMException('Blocked.', 'SecurityError')
}
