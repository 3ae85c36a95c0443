import { expect, test } from 'vitest'
import { createFakeStorage } from '../cloud/fake-tokens.test-support.ts'
import { createNoCloud } from '../cloud/no-cloud.ts'
import { createManualClock, settle } from '../cloud/manual-clock.test-support.ts'
import type { KeyValueStorage } from '../cloud/refresh-record.ts'
import { depsAtom } from './chat-deps.ts'
import { createChatWorld } from './chat-world.test-support.ts'
import { currentDraftAtom, forgetDraftsAtom, nameDraftAtom, placeDraftAtom } from './drafts.ts'
import { identityAtom, type Identity } from './identity.ts'
import { DRAFT_WRITE_DELAY_MS, keepDrafts } from './keep-drafts.ts'
import { createDraftRecord, DRAFT_KEPT_MAX_CHARACTERS, DRAFTS_KEPT_MAX } from './kept-drafts.ts'

const KEY = 'alcove:drafts:https://chat.example'
const LOCAL = '__LOCALID_abcdefg'

const tokenOf = (subject: string) => `x.${btoa(JSON.stringify({ sub: subject, exp: 1 }))}.x`

const identity = (subject?: string): Identity => ({
  mode: subject === undefined ? 'anonymous' : 'token',
  cloud: createNoCloud(),
  auth:
    subject === undefined
      ? null
      : {
          hasIdentity: () => true,
          token: async () => tokenOf(subject),
          replace: async () => tokenOf(subject),
          inspect: () => undefined,
          refusal: (error) => error,
        },
  closing: new AbortController(),
})

/** A frame as it is after a load; `storage` is what the tab keeps. */
async function openFrame(storage: KeyValueStorage, who: Identity, thread = LOCAL) {
  const { store } = createChatWorld()
  const clock = createManualClock()
  store.set(depsAtom, { ...store.get(depsAtom)!, clock, openTabStorage: () => storage })
  const { write, stop } = keepDrafts(store)
  store.set(identityAtom, who)
  store.set(placeDraftAtom, thread)
  await settle()
  return {
    store,
    write,
    stop,
    get draft() {
      return store.get(currentDraftAtom)
    },
    async type(text: string) {
      store.set(currentDraftAtom, text)
      await clock.advance(DRAFT_WRITE_DELAY_MS)
    },
    clock,
  }
}

test('brings back after a reload what was typed, in each thread its own', async () => {
  const storage = createFakeStorage()
  const first = await openFrame(storage, identity(), 'thread_1')
  await first.type('One')
  first.store.set(placeDraftAtom, LOCAL)
  await first.type('New')

  const second = await openFrame(storage, identity(), '__LOCALID_zzzzzzz')
  expect(second.draft).toBe('New')
  second.store.set(placeDraftAtom, 'thread_1')
  expect(second.draft).toBe('One')
})

test('writes when the typing rests, not for every key', async () => {
  const storage = createFakeStorage()
  const frame = await openFrame(storage, identity())
  frame.store.set(currentDraftAtom, 'a')
  await frame.clock.advance(DRAFT_WRITE_DELAY_MS - 1)
  expect(storage.getItem(KEY)).toBeNull()
  frame.store.set(currentDraftAtom, 'ab')
  await frame.clock.advance(DRAFT_WRITE_DELAY_MS - 1)
  expect(storage.getItem(KEY)).toBeNull()
  await frame.clock.advance(1)
  expect(storage.getItem(KEY)).toContain('ab')
})

test('a page that goes takes along what was typed just before', async () => {
  const storage = createFakeStorage()
  const frame = await openFrame(storage, identity())
  frame.store.set(currentDraftAtom, 'Half a wo')
  expect(storage.getItem(KEY)).toBeNull()
  frame.write()
  expect(storage.getItem(KEY)).toContain('Half a wo')
})

test('a draft that was sent is gone at once', async () => {
  const storage = createFakeStorage()
  const frame = await openFrame(storage, identity())
  await frame.type('Sent')
  expect(storage.getItem(KEY)).toContain('Sent')
  frame.store.set(currentDraftAtom, '')
  expect(storage.getItem(KEY)).toBeNull()
})

test('a thread is found again under the name that the server gave it', async () => {
  const storage = createFakeStorage()
  const first = await openFrame(storage, identity())
  first.store.set(nameDraftAtom, 'thread_1')
  await first.type('Next')
  expect((await openFrame(storage, identity(), 'thread_1')).draft).toBe('Next')
})

test('what is typed before it is known what was kept wins', async () => {
  const storage = createFakeStorage()
  await (await openFrame(storage, identity(), 'thread_1')).type('Old')
  const { store } = createChatWorld()
  store.set(depsAtom, { ...store.get(depsAtom)!, openTabStorage: () => storage })
  store.set(currentDraftAtom, 'Newer')
  keepDrafts(store)
  store.set(identityAtom, identity())
  store.set(placeDraftAtom, 'thread_1')
  await settle()
  expect(store.get(currentDraftAtom)).toBe('Newer')
})

test.each([
  ['the same visitor', identity(), identity(), 'Mine'],
  ['the same user', identity('ada'), identity('ada'), 'Mine'],
  ['another user', identity('ada'), identity('ben'), ''],
  ['a visitor', identity('ada'), identity(), ''],
  ['a user who was a visitor', identity(), identity('ada'), ''],
])('after a reload %s finds: %#', async (_, before, after, found) => {
  const storage = createFakeStorage()
  await (await openFrame(storage, before)).type('Mine')
  expect((await openFrame(storage, after)).draft).toBe(found)
})

test('another identity takes nothing over, and nothing is left behind', async () => {
  const storage = createFakeStorage()
  const { store, type } = await openFrame(storage, identity('ada'))
  await type('Mine')
  store.set(forgetDraftsAtom)
  store.set(identityAtom, identity('ben'))
  expect(storage.getItem(KEY)).toBeNull()
  store.set(placeDraftAtom, LOCAL)
  await settle()
  expect(store.get(currentDraftAtom)).toBe('')
})

test('a token that names nobody keeps no draft', async () => {
  const storage = createFakeStorage()
  const nobody = identity('')
  await (await openFrame(storage, nobody)).type('Mine')
  expect(storage.getItem(KEY)).toBeNull()
})

test('blocked storage costs nothing but the reload', async () => {
  const blocked: KeyValueStorage = {
    getItem: () => {
      throw new Error('blocked')
    },
    setItem: () => {
      throw new Error('blocked')
    },
    removeItem: () => {
      throw new Error('blocked')
    },
  }
  const frame = await openFrame(blocked, identity())
  await frame.type('Typed')
  expect(frame.draft).toBe('Typed')
})

test('keeps no more drafts, and no longer ones, than its limits', () => {
  const storage = createFakeStorage()
  const record = createDraftRecord('https://chat.example', () => storage)
  const kept = (drafts: readonly (readonly [string, string])[]) => {
    record.write({ owner: 'anonymous', drafts: new Map(drafts) })
    return [...(record.read()?.drafts.keys() ?? [])]
  }
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => [`thread_${index}`, 'x'] as const)
  expect(kept(many(DRAFTS_KEPT_MAX))).toHaveLength(DRAFTS_KEPT_MAX)
  expect(kept(many(DRAFTS_KEPT_MAX + 1))).not.toContain('thread_0')
  expect(kept([['a', 'x'.repeat(DRAFT_KEPT_MAX_CHARACTERS)]])).toEqual(['a'])
  expect(kept([['a', 'x'.repeat(DRAFT_KEPT_MAX_CHARACTERS + 1)]])).toEqual([])
})

test.each(['', '{', '[]', '{"owner":1,"drafts":[]}', '{"owner":"a","drafts":{}}'])(
  'a record that says %j is none',
  (text) => {
    const storage = createFakeStorage({ [KEY]: text })
    expect(createDraftRecord('https://chat.example', () => storage).read()).toBeNull()
  },
)
