// @vitest-environment node
import { expect, test } from 'vitest'
import { tokenFor } from '../api/fake-tokens.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { draftAtom } from '../composer/atoms/composer.ts'
import { isBlockedAtom } from '../conversation/atoms/thread.ts'
import { addStoredThread, createChatWorld } from '../world/chat-world.test-support.ts'
import { identityAtom } from '../world/identity.ts'
import { setPanelAtom } from '../thread-list/atoms/opening.ts'
import { lockOutAtom, authErrorAtom, identifyAtom, isLockedOutAtom } from '../world/identify.ts'
import { signInAgainAtom } from '../thread-list/atoms/sign-in.ts'

async function openSignedIn() {
  const world = createChatWorld()
  addStoredThread(world)
  const getToken = () => tokenFor(world.clock.now())
  await world.store.set(identifyAtom, { mode: 'token', epoch: 1, getToken })
  await world.store.set(setPanelAtom, { isOpen: true, userGesture: false })
  await settle()
  return world
}

test('after a sign-out in another tab the person is asked to sign in again, and sees nothing of the chat', async () => {
  const world = await openSignedIn()
  const { store } = world
  store.set(draftAtom, 'Mine')
  const identity = store.get(identityAtom)!
  expect(world.lines).toEqual(['user: Question', 'assistant: Answer'])
  expect(store.get(isLockedOutAtom)).toBe(false)

  store.set(lockOutAtom, identity)

  expect(world.lines).toEqual([])
  expect(store.get(draftAtom)).toBe('')
  expect(identity.closing.signal.aborted).toBe(true)
  expect(store.get(isLockedOutAtom)).toBe(true)
  expect(store.get(isBlockedAtom)).toBe(true)
  expect(store.get(authErrorAtom)?.code).toBe('auth_failed')

  await store.set(signInAgainAtom)
  await settle()
  expect(store.get(authErrorAtom)).toBeNull()
  expect(store.get(isLockedOutAtom)).toBe(false)
  expect(world.lines).toEqual(['user: Question', 'assistant: Answer'])
})

test('does nothing to another person who came meanwhile', async () => {
  const { store } = await openSignedIn()
  const before = store.get(identityAtom)!
  const getToken = () => tokenFor(0)
  await store.set(identifyAtom, { mode: 'token', epoch: 2, getToken })

  store.set(lockOutAtom, before)

  expect(store.get(identityAtom)).not.toBeNull()
  expect(store.get(isLockedOutAtom)).toBe(false)
})
