// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../../api/fake-http.test-support.ts'
import { sendTextAtom } from '../../composer/atoms/composer.ts'
import {
  addStoredThread,
  createChatWorld,
  KNOWN_VISITOR,
} from '../../world/chat-world.test-support.ts'
import { setPanelAtom } from '../../thread-list/atoms/opening.ts'
import { reloadThreadAtom } from '../../thread-list/atoms/sign-in.ts'
import { capabilitiesAtom, historyStateAtom } from './conversations.ts'
import { isBlockedAtom, isDisabledAtom } from './thread.ts'
import { identifyAtom } from '../../world/identify.ts'

const ANONYMOUS = { mode: 'anonymous', epoch: 0 } as const
const OPEN = { isOpen: true, userGesture: false }

test('a thread is disabled while its history loads, and no longer (3.20)', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  const { store } = world
  addStoredThread(world)
  await store.set(identifyAtom, ANONYMOUS)
  expect(store.get(isDisabledAtom)).toBe(false)

  await store.set(setPanelAtom, OPEN)
  expect(store.get(isDisabledAtom)).toBe(false)
  const loading = store.set(reloadThreadAtom)
  expect(store.get(historyStateAtom)).toBe('loading')
  expect(store.get(isDisabledAtom)).toBe(true)
  expect(store.get(isBlockedAtom)).toBe(false)
  await loading
  expect(store.get(isDisabledAtom)).toBe(false)
})

test('a thread is disabled when its history did not load (8.48)', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  const { store } = world
  addStoredThread(world)
  world.routes.set('GET /threads/thread_9/messages', () => json(403, {}))
  await store.set(identifyAtom, ANONYMOUS)
  await store.set(setPanelAtom, OPEN)
  expect(store.get(isDisabledAtom)).toBe(true)
  expect(world.reports).toContain('Failed to load message history:')

  addStoredThread(world)
  await store.set(reloadThreadAtom)
  expect(store.get(isDisabledAtom)).toBe(false)
})

test.each([true, false])(
  'a project that is read-only (%s) is disabled, its threads can be read (3.20)',
  async (isReadOnly) => {
    const world = createChatWorld({ stored: KNOWN_VISITOR, isReadOnly })
    const { store } = world
    addStoredThread(world)
    await store.set(identifyAtom, ANONYMOUS)
    await store.set(setPanelAtom, OPEN)

    expect(world.lines).toEqual(['user: Question', 'assistant: Answer'])
    expect(store.get(isDisabledAtom)).toBe(isReadOnly)
    expect(await store.set(sendTextAtom, 'Hello')).toBe(!isReadOnly)
    expect(store.get(capabilitiesAtom)).toMatchObject({
      copy: true,
      switchToBranch: true,
      edit: !isReadOnly,
      reload: !isReadOnly,
      attachments: !isReadOnly,
    })
  },
)
