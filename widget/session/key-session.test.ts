// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../api/fake-http.test-support.ts'
import { threadTitleAtom } from '../thread-list/atoms/thread-list-facts.ts'
import { addStoredThread, createChatWorld } from '../world/chat-world.test-support.ts'
import { identityAtom } from '../world/identity.ts'
import { setPanelAtom } from '../thread-list/atoms/opening.ts'
import { authErrorAtom, identifyAtom } from '../world/identify.ts'

const OPEN = { isOpen: true, userGesture: false }
const ANONYMOUS = { epoch: 0, mode: 'anonymous' } as const
const KEY = { mode: 'apiKey', apiKey: 'pk_0123456789', userId: 'ada', workspaceId: 'shop' } as const

test('opens the threads of a user whom a key speaks for at once, with the key and both names', async () => {
  const world = createChatWorld()
  addStoredThread(world)

  await world.store.set(identifyAtom, { ...KEY, epoch: 1 })

  expect(world.store.get(threadTitleAtom)).not.toBeNull()
  for (const { headers } of world.http.sent) {
    expect(headers.get('Authorization')).toBe('Bearer pk_0123456789')
    expect([headers.get('Aui-User-Id'), headers.get('Aui-Workspace-Id')]).toEqual(['ada', 'shop'])
  }
  expect(world.http.sent.length).toBeGreaterThan(0)
})

test('a key that the server refuses is told as such, and makes no visitor', async () => {
  const refusal = { error: 'token_rejected', message: 'Unknown or expired API key' }
  const { store, http, routes } = createChatWorld()
  routes.set('GET /threads', () => json(403, refusal))
  await store.set(setPanelAtom, OPEN)

  await expect(store.set(identifyAtom, { ...KEY, epoch: 1 })).rejects.toMatchObject({
    code: 'token_rejected',
  })

  expect(store.get(authErrorAtom)).toMatchObject({ message: 'Unknown or expired API key' })
  expect(http.sent.filter(({ path }) => path.startsWith('/auth/'))).toEqual([])
})

test('a key that no header can carry leaves no person, not the visitor before', async () => {
  const { store, http } = createChatWorld()
  await store.set(identifyAtom, ANONYMOUS)
  await store.set(setPanelAtom, OPEN)

  await expect(store.set(identifyAtom, { ...KEY, userId: 'a b', epoch: 1 })).rejects.toMatchObject({
    code: 'config_invalid',
  })

  expect(store.get(identityAtom)).toBeNull()
  expect(http.sent).toEqual([])
})
