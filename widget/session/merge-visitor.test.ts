import { expect, test } from 'vitest'
import { fakeToken, createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { ownerKey } from '../device/owner-key.ts'
import { json, networkError } from '../api/fake-http.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { createChatWorld, KNOWN_VISITOR } from '../world/chat-world.test-support.ts'
import { identityAtom } from '../world/identity.ts'
import { declinedKey, mergeVisitor } from './merge-visitor.ts'
import { mergeQuestionAtom } from '../thread-list/atoms/page-question.ts'
import { identifyAtom } from '../world/identify.ts'

const BASE = 'https://chat.example'
const [RECORD] = Object.keys(KNOWN_VISITOR) as [string]

/** A page that names Ada on a device with a former visitor. */
async function signIn(token: string | null = fakeToken({ exp: 4_000_000_000, sub: 'ada' })) {
  const storage = createFakeStorage(KNOWN_VISITOR)
  const world = createChatWorld({ storage })
  world.routes.set('POST /threads/claim', () => json(200, { moved: 1 }))
  let epoch = 0
  const identify = (given = token) =>
    world.store
      .set(identifyAtom, { epoch: (epoch += 1), mode: 'token', getToken: () => given })
      .catch(() => {})
  await identify()
  const claims = () => world.http.to('POST /threads/claim')
  const question = () => world.store.get(mergeQuestionAtom)
  const hasRecord = () => storage.getItem(RECORD) !== null
  return { ...world, storage, identify, claims, question, hasRecord }
}

test('whoever wants them has their earlier conversations, and is no visitor here any more', async () => {
  const { store, claims, question, hasRecord } = await signIn()
  const merging = mergeVisitor(store, 'ask', store.get(identityAtom))
  await settle()
  expect(claims()).toEqual([])

  question()?.(true)
  await merging

  expect(claims()).toHaveLength(1)
  expect(claims()[0]).toMatchObject({
    body: { refresh_token: 'rt_0' },
    headers: expect.objectContaining({}),
  })
  expect(claims()[0]!.headers.get('Authorization')).toMatch(/^Bearer /)
  expect(hasRecord()).toBe(false)
  expect(question()).toBeNull()
})

test('whoever wants none is not asked again, and stays the visitor without a name', async () => {
  const { store, claims, question, hasRecord, storage } = await signIn()
  const merging = mergeVisitor(store, 'ask', store.get(identityAtom))
  await settle()
  question()?.(false)
  await merging

  await mergeVisitor(store, 'ask', store.get(identityAtom))
  expect(question()).toBeNull()
  expect(claims()).toEqual([])
  expect(hasRecord()).toBe(true)

  // Another visitor than before.
  storage.setItem(RECORD, JSON.stringify({ token: 'rt_9', expires_at: '2027-01-01T00:00:00.000Z' }))
  const again = mergeVisitor(store, 'ask', store.get(identityAtom))
  await settle()
  expect(question()).not.toBeNull()
  question()?.(false)
  await again
  expect(storage.getItem(declinedKey(BASE))).toBe(ownerKey(BASE, 'rt_9'))
})

test('the page may have decided: always, or never', async () => {
  const always = await signIn()
  await mergeVisitor(always.store, 'always', always.store.get(identityAtom))
  expect(always.question()).toBeNull()
  expect(always.claims()).toHaveLength(1)

  const never = await signIn()
  await mergeVisitor(never.store, 'never', never.store.get(identityAtom))
  expect(never.claims()).toEqual([])
  expect(never.hasRecord()).toBe(true)
})

test('without a token that was accepted nobody takes anything over', async () => {
  const { store, claims, question, hasRecord } = await signIn(null)

  await mergeVisitor(store, 'always', store.get(identityAtom))

  expect(question()).toBeNull()
  expect(claims()).toEqual([])
  expect(hasRecord()).toBe(true)
})

test('what fails is tried again when they are named the next time', async () => {
  const { store, claims, routes, hasRecord, identify } = await signIn()
  routes.set('POST /threads/claim', () => networkError())
  await mergeVisitor(store, 'always', store.get(identityAtom))
  expect(hasRecord()).toBe(true)

  routes.set('POST /threads/claim', () => json(200, { moved: 0 }))
  await identify()
  await mergeVisitor(store, 'always', store.get(identityAtom))
  expect(claims().length).toBeGreaterThan(1)
  expect(hasRecord()).toBe(false)
})

test('a page that names the same person again leaves the question open, and asks it once', async () => {
  const { store, claims, question, identify } = await signIn()
  const merging = mergeVisitor(store, 'ask', store.get(identityAtom))
  await settle()
  const asked = question()

  await identify()
  await mergeVisitor(store, 'ask', store.get(identityAtom))
  expect(question()).toBe(asked)

  asked?.(true)
  await merging
  expect(claims()).toHaveLength(1)
})

test('a question to somebody who is gone is answered for nobody', async () => {
  const { store, claims, question, identify, storage } = await signIn()
  const merging = mergeVisitor(store, 'ask', store.get(identityAtom))
  await settle()
  const late = question()

  await identify(fakeToken({ exp: 4_000_000_000, sub: 'bob' }))
  await merging
  late?.(true)
  await settle()

  expect(claims()).toEqual([])
  expect(storage.getItem(declinedKey(BASE))).toBeNull()
})
