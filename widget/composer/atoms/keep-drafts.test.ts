// @vitest-environment node
import { expect, test } from 'vitest'
import type { KeyValueStorage } from '../../../shared/key-value-storage.ts'
import { createFakeStorage } from '../../api/fake-tokens.test-support.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import {
  createDraftRecord,
  DRAFT_KEPT_MAX_CHARACTERS,
  DRAFTS_KEPT_MAX,
} from '../../device/draft-store.ts'
import {
  createFakeDevice,
  identityOf,
  LOCAL_THREAD,
} from '../../world/device-world.test-support.ts'
import { identityAtom } from '../../world/identity.ts'
import { ownerAtom } from '../../world/owner.ts'
import { caretsAtom, setCaretAtom } from './carets.ts'
import { startSendAtom } from './drafts.ts'
import { shownKeyAtom, noteThreadKeyAtom } from '../../conversation/atoms/thread-keys.ts'
import { currentDraftAtom, finishSendAtom } from './drafts.ts'
import { DRAFT_WRITE_DELAY_MS, DRAFT_WRITE_MAX_MS } from './keep-drafts.ts'
import { shownTrayAtom } from './shown-trays.ts'

const KEY = 'alcove:drafts:https://chat.example'
const OTHER_LOCAL = '__LOCALID_zzzzzzz'

/** A tab that is reloaded again and again. */
function createTab() {
  const device = createFakeDevice()
  const storage = createFakeStorage()
  return {
    storage,
    load: (who = identityOf(), thread = LOCAL_THREAD) => device.openFrame(who, { storage, thread }),
  }
}

test('brings back after a reload what was typed, in each thread its own (U82)', async () => {
  const { load } = createTab()
  const first = await load(identityOf(), 'thread_1')
  await first.type('One')
  await first.show(LOCAL_THREAD)
  await first.type('New')

  const second = await load(identityOf(), OTHER_LOCAL)
  expect(second.draft).toBe('New')
  await second.show('thread_1')
  expect(second.draft).toBe('One')
})

test('keeps the words for a new thread also while another one is shown', async () => {
  const { load } = createTab()
  await (await load()).type('New')
  const second = await load(identityOf(), 'thread_1')
  expect(second.draft).toBe('')
  await second.type('One')

  const third = await load(identityOf(), 'thread_1')
  expect(third.draft).toBe('One')
  await third.show(OTHER_LOCAL)
  expect(third.draft).toBe('New')
})

test('words on their way come back after a crash until they are sent, and then never (U82)', async () => {
  const { storage, load } = createTab()
  const first = await load(identityOf(), 'thread_1')
  await first.type('Sent')
  const send = { conversation: null, key: 'thread_1', text: 'Sent', isTaken: true, files: [] }
  first.store.set(startSendAtom, send)
  await first.type('Next')
  expect(first.draft).toBe('Next')
  expect((await load(identityOf(), 'thread_1')).draft).toBe('Sent\n\nNext')

  first.store.set(currentDraftAtom, 'Next thought')
  first.store.set(finishSendAtom, send)

  // Before the write delay is over.
  expect(storage.getItem(KEY)).toContain('"Next thought"')
  expect((await load(identityOf(), 'thread_1')).draft).toBe('Next thought')
})

test('brings back in another tab, or after a crash, what was typed', async () => {
  const { openFrame } = createFakeDevice()
  const first = await openFrame(identityOf(), { thread: 'thread_1' })
  first.store.set(setCaretAtom, 'thread_1', [2, 4])
  await first.type('Typed')

  const second = await openFrame(identityOf(), { thread: 'thread_1' })

  expect(second.draft).toBe('Typed')
  expect(second.store.get(caretsAtom).get('thread_1')).toEqual([2, 4])
})

test('a draft of files alone comes back as well', async () => {
  const device = createFakeDevice()
  const { scope } = (await device.openFrame(identityOf(), { thread: 'thread_1' })).store.get(
    ownerAtom,
  )!
  const files = [new File(['x'], 'a.txt', { type: 'text/plain' })]
  const value = { text: '', caret: null, files, savedAt: 1 }
  await device.rows.put('drafts', scope, { id: 'thread_1', value })

  const frame = await device.openFrame(identityOf(), { thread: 'thread_1' })
  await settle()

  expect(frame.store.get(shownTrayAtom).items.map(({ name }) => name)).toEqual(['a.txt'])
})

test('of two versions the later one counts, whichever comes first', async () => {
  const { openFrame } = createFakeDevice()
  const early = await openFrame(identityOf(), { thread: 'thread_1' })
  early.state.hasFocus = true
  await early.type('Early')
  const late = await openFrame(identityOf(), { thread: 'thread_1' })
  await late.clock.advance(10_000)
  await late.type('Late')

  const after = await openFrame(identityOf(), { thread: 'thread_1', storage: early.storage })
  expect(after.draft).toBe('Late')
})

test('shows in the other tabs what is typed, but never under a caret', async () => {
  const { openFrame } = createFakeDevice()
  const [typing, idle, busy] = [
    await openFrame(identityOf(), { thread: 'thread_1' }),
    await openFrame(identityOf(), { thread: 'thread_1' }),
    await openFrame(identityOf(), { thread: 'thread_1' }),
  ]
  busy.state.hasFocus = true
  busy.store.set(currentDraftAtom, 'Mine')
  await typing.clock.advance(1)
  await typing.type('Yours')
  expect(idle.draft).toBe('Yours')
  expect(busy.draft).toBe('Mine')

  await typing.type('')
  expect(idle.draft).toBe('')
})

test('writes when the typing rests, not for every key', async () => {
  const { storage, load } = createTab()
  const frame = await load()
  frame.store.set(currentDraftAtom, 'a')
  await frame.clock.advance(DRAFT_WRITE_DELAY_MS - 1)
  expect(storage.getItem(KEY)).toBeNull()
  frame.store.set(currentDraftAtom, 'ab')
  await frame.clock.advance(DRAFT_WRITE_DELAY_MS - 1)
  expect(storage.getItem(KEY)).toBeNull()
  await frame.clock.advance(1)
  expect(storage.getItem(KEY)).toContain('ab')
})

test('writes after a time also when the typing never rests', async () => {
  const { storage, load } = createTab()
  const frame = await load()
  const pause = DRAFT_WRITE_DELAY_MS - 100
  let text = ''
  for (let passed = 0; passed + pause < DRAFT_WRITE_MAX_MS; passed += pause) {
    text += 'a'
    frame.store.set(currentDraftAtom, text)
    await frame.clock.advance(pause)
  }
  expect(storage.getItem(KEY)).toBeNull()
  frame.store.set(currentDraftAtom, `${text}b`)
  await frame.clock.advance(pause)
  expect(storage.getItem(KEY)).toContain(`${text}b`)
})

test('a page that goes takes along what was typed just before', async () => {
  const { storage, load } = createTab()
  const frame = await load()
  frame.store.set(currentDraftAtom, 'Half a wo')
  expect(storage.getItem(KEY)).toBeNull()
  frame.write()
  expect(storage.getItem(KEY)).toContain('Half a wo')
})

test('a draft that was sent is gone at once, in every tab', async () => {
  const { openFrame } = createFakeDevice()
  const frame = await openFrame(identityOf(), { thread: 'thread_1' })
  await frame.type('Sent')
  const other = await openFrame(identityOf(), { thread: 'thread_1' })
  expect(other.draft).toBe('Sent')

  frame.store.set(currentDraftAtom, '')

  expect(frame.storage.getItem(KEY)).toBeNull()
  expect(other.draft).toBe('')
  await settle()
  expect((await openFrame(identityOf(), { thread: 'thread_1' })).draft).toBe('')
})

test('a thread is found again under the name that the server gave it (4.6)', async () => {
  const { load } = createTab()
  const first = await load()
  await first.type('Ne')
  first.store.set(noteThreadKeyAtom, 'thread_1', first.store.get(shownKeyAtom))
  await first.type('Next')
  const second = await load(identityOf(), 'thread_1')
  expect(second.draft).toBe('Next')
  await second.show(OTHER_LOCAL)
  expect(second.draft).toBe('')
})

test('what is typed before it is known what was kept wins', async () => {
  const { load } = createTab()
  await (await load(identityOf(), 'thread_1')).type('Old')
  const frame = await load(identityOf(), '')
  await frame.clock.advance(10_000)
  frame.store.set(currentDraftAtom, 'Newer')
  await frame.show('thread_1')
  expect(frame.draft).toBe('Newer')
})

test.each([
  ['the same visitor', identityOf(), identityOf(), 'Mine'],
  ['the same user', identityOf('ada'), identityOf('ada'), 'Mine'],
  ['another user', identityOf('ada'), identityOf('ben'), ''],
  ['a visitor', identityOf('ada'), identityOf(), ''],
  ['a user who was a visitor', identityOf(), identityOf('ada'), ''],
])('after a reload %s finds: %#', async (_, before, after, found) => {
  const { load } = createTab()
  await (await load(before)).type('Mine')
  expect((await load(after)).draft).toBe(found)
})

test.each([
  ['another user', identityOf('ben')],
  ['a visitor', identityOf()],
  ['a user whom nobody can name', identityOf('')],
])(
  'when %s takes over, nothing is left of the former, on the device either (U82)',
  async (_, next) => {
    const device = createFakeDevice()
    const frame = await device.openFrame(identityOf('ada'), { thread: 'thread_1' })
    await frame.type('Mine')
    const { scope } = frame.store.get(ownerAtom)!
    expect(await device.rows.list('drafts', scope)).toHaveLength(1)

    await frame.identify(next, 'thread_1')

    expect(frame.draft).toBe('')
    expect(frame.storage.getItem(KEY)).toBeNull()
    expect(await device.rows.list('drafts', scope)).toEqual([])
  },
)

test('tells the other tabs of a user that somebody else came, and nobody else', async () => {
  const { openFrame } = createFakeDevice()
  const frame = await openFrame(identityOf('ada'))
  const same = await openFrame(identityOf('ada'))
  const other = await openFrame(identityOf('ben'))

  await frame.identify(identityOf('cleo'), LOCAL_THREAD)

  expect(same.state.left).toBe(1)
  expect(other.state.left).toBe(0)
})

test('a page that names the same user again keeps the drafts, and tells nobody', async () => {
  const { openFrame } = createFakeDevice()
  const frame = await openFrame(identityOf('ada'), { thread: 'thread_1' })
  const same = await openFrame(identityOf('ada'), { thread: 'thread_1' })
  await frame.type('Mine')

  await frame.identify(identityOf('ada'), 'thread_1')

  expect(frame.draft).toBe('Mine')
  expect(same.state.left).toBe(0)
})

test('what one person typed last is not written for the next', async () => {
  const device = createFakeDevice()
  const frame = await device.openFrame(identityOf('ada'), { thread: 'thread_1' })
  frame.store.set(currentDraftAtom, 'Half a wo')
  await frame.identify(identityOf('ben'), 'thread_1')
  const { scope } = frame.store.get(ownerAtom)!

  await frame.clock.advance(DRAFT_WRITE_MAX_MS)
  frame.write()
  await settle()

  expect(JSON.stringify(await device.rows.list('drafts', scope))).not.toContain('Half')
  await frame.type('Mine')
  expect(JSON.stringify(await device.rows.list('drafts', scope))).toContain('Mine')
})

test('a token that names nobody keeps no draft', async () => {
  const { storage, load } = createTab()
  const frame = await load(identityOf(''))
  await frame.type('Mine')
  expect(storage.getItem(KEY)).toBeNull()
  expect(frame.store.get(ownerAtom)).toBeNull()
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
  const frame = await createFakeDevice().openFrame(identityOf(), { storage: blocked })
  await frame.type('Typed')
  expect(frame.draft).toBe('Typed')
  expect(frame.store.get(shownKeyAtom)).toBe(LOCAL_THREAD)
  expect(frame.store.get(identityAtom)).not.toBeNull()
})

test('a tab keeps no more drafts, and no longer ones, than its limits', () => {
  const storage = createFakeStorage()
  const record = createDraftRecord('https://chat.example', () => storage)
  const kept = (drafts: readonly (readonly [string, string])[]) => {
    const words = drafts.map(([thread, text]) => ({
      thread,
      text,
      savedAt: 1,
      caret: null,
      files: [],
    }))
    record.write({ owner: 'visitor', drafts: words })
    return (record.read()?.drafts ?? []).map(({ thread }) => thread)
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
    expect(createDraftRecord('https://chat.example', () => storage).read()).toBeUndefined()
  },
)
