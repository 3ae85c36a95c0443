// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../../api/fake-http.test-support.ts'
import { tokenFor } from '../../api/fake-tokens.test-support.ts'
import { settle } from '../../api/manual-clock.test-support.ts'
import {
  canSendAtom,
  draftAtom,
  focusRequestAtom,
  sendDraftAtom,
} from '../../composer/atoms/composer.ts'
import {
  failedMessageIdsAtom,
  isDisabledAtom,
  messageIdsAtom,
  retryAtom,
} from '../../conversation/atoms/thread.ts'
import { newThreadAtom } from './new-thread.ts'
import { historyStateAtom, isRunningAtom } from '../../conversation/atoms/conversations.ts'
import { FINISH, start, words } from '../../conversation/fake-cloud.test-support.ts'
import { threadTitleAtom } from './thread-list-facts.ts'
import {
  addStoredThread,
  createChatWorld,
  KNOWN_VISITOR,
  type ChatWorld,
} from '../../world/chat-world.test-support.ts'
import { connectionAtom } from '../../world/connection.ts'
import { storageStateAtom } from '../../world/identity.ts'
import { isNobodyAtom, openLastThreadAtom, setPanelAtom } from './opening.ts'
import { panelAtom } from '../../world/panel.ts'
import { authErrorAtom, identifyAtom } from '../../world/identify.ts'
import { signInAgainAtom } from './sign-in.ts'

const ANONYMOUS = { mode: 'anonymous', epoch: 0 } as const
const OPEN = { isOpen: true, userGesture: true }

const asUser = (world: ChatWorld, epoch: number, asked: string[] = []) => ({
  mode: 'token' as const,
  epoch,
  getToken({ reason }: { reason: string }) {
    asked.push(reason)
    return tokenFor(world.clock.now())
  },
})

test('does nothing before the page names a person', async () => {
  const { store, http } = createChatWorld({ stored: KNOWN_VISITOR })

  await store.set(setPanelAtom, OPEN)

  expect(http.sent).toEqual([])
  expect(store.get(panelAtom)).toEqual(OPEN)
  expect(store.get(canSendAtom)).toBe(false)
})

test('shows an unknown visitor a new thread without any request (4.7)', async () => {
  const { store, http } = createChatWorld()
  await store.set(identifyAtom, ANONYMOUS)

  await store.set(setPanelAtom, OPEN)

  expect(http.sent).toEqual([])
  expect(store.get(historyStateAtom)).toBe('ready')
  store.set(draftAtom, 'Hello')
  expect(store.get(canSendAtom)).toBe(true)
})

test('shows a known visitor the last thread when the panel opens, and asks for it once (4.50)', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  addStoredThread(world)
  await world.store.set(identifyAtom, ANONYMOUS)
  expect(world.http.sent).toEqual([])

  await Promise.all([
    world.store.set(setPanelAtom, OPEN),
    world.store.set(openLastThreadAtom),
    world.store.set(setPanelAtom, OPEN),
  ])

  expect(world.lines).toEqual(['user: Question', 'assistant: Answer'])
  expect(world.store.get(threadTitleAtom)).toBe('Old')
  expect(world.http.to('GET /threads')).toHaveLength(1)
})

test('opens when the identity comes after the click', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  addStoredThread(world)
  await world.store.set(setPanelAtom, OPEN)

  await world.store.set(identifyAtom, ANONYMOUS)

  expect(world.lines).toHaveLength(2)
})

test('shows a new thread to a visitor whose refresh token is dead, and makes no visitor', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  world.routes.set('POST /auth/tokens/refresh', () => json(401, { error: 'auth_failed' }))
  await world.store.set(identifyAtom, ANONYMOUS)

  await world.store.set(setPanelAtom, OPEN)

  expect(world.store.get(historyStateAtom)).toBe('ready')
  expect(world.http.to('POST /auth/tokens/anonymous')).toEqual([])
})

test('asks for the focus when a person opens the panel, not when a script does', async () => {
  const { store } = createChatWorld()
  await store.set(identifyAtom, ANONYMOUS)
  const before = store.get(focusRequestAtom)

  await store.set(setPanelAtom, { isOpen: true, userGesture: false })
  expect(store.get(focusRequestAtom)).toBe(before)
  await store.set(setPanelAtom, OPEN)
  expect(store.get(focusRequestAtom)).toBe(before + 1)
})

test('opens the threads of the host page’s user at once, which proves the token', async () => {
  const world = createChatWorld()
  addStoredThread(world)
  const asked: string[] = []

  await world.store.set(identifyAtom, asUser(world, 1, asked))

  expect(asked).toEqual(['initial'])
  expect(world.lines).toHaveLength(2)
  expect(world.http.to('POST /auth/tokens/anonymous')).toEqual([])
})

test('asks once more for a refused token, then shows why and keeps what was typed (U40)', async () => {
  const world = createChatWorld()
  const asked: string[] = []
  world.routes.set('GET /threads', () =>
    json(401, { error: 'token_rejected', message: 'Refused.', hint: 'Set ALCOVE_HOST_SECRET.' }),
  )
  world.store.set(draftAtom, 'Typed')

  await expect(world.store.set(identifyAtom, asUser(world, 1, asked))).rejects.toMatchObject({
    code: 'token_rejected',
  })

  expect(asked).toEqual(['initial', 'rejected'])
  expect(world.store.get(authErrorAtom)).toMatchObject({
    code: 'token_rejected',
    message: 'Refused.',
    hint: 'Set ALCOVE_HOST_SECRET.',
  })
  expect(world.store.get(isDisabledAtom)).toBe(true)
  expect(world.store.get(canSendAtom)).toBe(false)
  expect(world.store.get(draftAtom)).toBe('Typed')

  addStoredThread(world)
  await world.store.set(signInAgainAtom)
  expect(asked).toEqual(['initial', 'rejected', 'rejected'])
  expect(world.store.get(authErrorAtom)).toBeNull()
  expect(world.lines).toHaveLength(2)
  expect(world.store.get(canSendAtom)).toBe(true)
})

test('a page whose getToken gives none has named nobody, until it does', async () => {
  const world = createChatWorld()
  const { store } = world
  store.set(draftAtom, 'Typed')
  await store.set(identifyAtom, { mode: 'token', epoch: 1, getToken: () => null })
  await store.set(setPanelAtom, OPEN)

  expect([store.get(isNobodyAtom), store.get(authErrorAtom)]).toEqual([true, null])
  expect([store.get(historyStateAtom), store.get(draftAtom)]).toEqual(['idle', 'Typed'])
  expect(world.reports).toEqual([])

  addStoredThread(world)
  await store.set(identifyAtom, asUser(world, 2))
  expect(store.get(isNobodyAtom)).toBe(false)
  expect(world.lines).toHaveLength(2)
  expect([store.get(draftAtom), store.get(canSendAtom)]).toEqual(['Typed', true])
})

test('keeps thread and message when the token dies later, and goes on after signing in (U40)', async () => {
  const world = createChatWorld()
  addStoredThread(world)
  await world.store.set(identifyAtom, asUser(world, 1))
  world.routes.set('POST /chat', () => json(401, { message: 'Expired.' }))
  world.store.set(draftAtom, 'More')
  void world.store.set(sendDraftAtom)
  await settle()

  expect(world.store.get(authErrorAtom)).toMatchObject({ code: 'token_rejected' })
  expect(world.lines).toEqual(['user: Question', 'assistant: Answer', 'user: More'])
  expect(world.store.get(failedMessageIdsAtom).size).toBe(1)

  await world.store.set(signInAgainAtom)
  expect(world.store.get(authErrorAtom)).toBeNull()
  expect(world.lines).toHaveLength(3)
})

test('a session that ended is over once a message is answered, and the next one is sent', async () => {
  const world = createChatWorld()
  addStoredThread(world)
  await world.store.set(identifyAtom, asUser(world, 1))
  world.routes.set('POST /chat', () => json(401, { message: 'Expired.' }))
  world.store.set(draftAtom, 'More')
  void world.store.set(sendDraftAtom)
  await settle()
  expect(world.store.get(authErrorAtom)).not.toBeNull()

  world.routes.delete('POST /chat')
  world.store.set(retryAtom, world.store.get(messageIdsAtom).at(-1)!)
  await settle()
  await world.answers[0]?.send(start('msg_4', 'msg_3', 'thread_9'), ...words('Yes'), FINISH)
  expect(world.store.get(authErrorAtom)).toBeNull()

  world.store.set(draftAtom, 'Next')
  void world.store.set(sendDraftAtom)
  await settle()
  expect(world.lines.slice(-3)).toEqual(['assistant: Yes', 'user: Next', 'assistant: '])
})

test('shows the card again when signing in fails again', async () => {
  const world = createChatWorld()
  addStoredThread(world)
  await world.store.set(identifyAtom, asUser(world, 1))
  world.routes.set('GET /threads', () => json(401, { message: 'Still no.' }))

  await world.store.set(signInAgainAtom)

  expect(world.store.get(authErrorAtom)).toMatchObject({ message: 'Still no.' })
})

test('drops thread, stream and late events of a visitor who is named; typed text stays', async () => {
  const world = createChatWorld()
  const { store } = world
  await store.set(identifyAtom, ANONYMOUS)
  await store.set(setPanelAtom, OPEN)
  store.set(draftAtom, 'Mine')
  void store.set(sendDraftAtom)
  await settle()
  await world.answers[0]?.send(start('msg_2', 'msg_1'), ...words('Secret'))
  expect(world.lines).toEqual(['user: Mine', 'assistant: Secret'])
  store.set(draftAtom, 'Half a thought')
  const asked: string[] = []

  await store.set(identifyAtom, asUser(world, 1, asked))

  expect(asked).toEqual(['identity'])
  expect(store.get(messageIdsAtom)).toEqual([])
  expect(store.get(isRunningAtom)).toBe(false)
  expect(store.get(draftAtom)).toBe('Half a thought')
  expect(world.http.to('POST /chat')[0]?.signal.aborted).toBe(true)
  await world.answers[0]?.send({ type: 'text-delta', id: 't1', delta: '!' }, FINISH).catch(() => {})
  expect(world.lines).toEqual([])
})

test('ignores an identity of an older epoch', async () => {
  const world = createChatWorld()
  const late: string[] = []
  await world.store.set(identifyAtom, asUser(world, 2))

  await world.store.set(identifyAtom, asUser(world, 1, late))
  expect(late).toEqual([])

  await world.store.set(identifyAtom, asUser(world, 3, late))
  expect(late).toEqual(['identity'])
})

test('ignores threads that come after the identity changed', async () => {
  const world = createChatWorld()
  let answerOld: (answer: Response) => void = () => {}
  world.routes.set('GET /threads', () => new Promise((resolve) => (answerOld = resolve)))
  void world.store.set(identifyAtom, asUser(world, 1))
  await settle()
  const old = answerOld
  world.routes.set('GET /threads', () => json(200, { threads: [] }))

  await world.store.set(identifyAtom, asUser(world, 2))
  old(json(200, { threads: [{ id: 'thread_9', title: 'Theirs' }] }))
  await settle()

  expect(world.store.get(threadTitleAtom)).toBeNull()
  expect(world.store.get(historyStateAtom)).toBe('ready')
  expect(world.http.to('GET /threads/thread_9/messages')).toEqual([])
})

test('hands nothing that was typed before to the next person', async () => {
  const world = createChatWorld()
  addStoredThread(world)
  await world.store.set(identifyAtom, asUser(world, 1))
  world.store.set(draftAtom, 'Private')

  await world.store.set(identifyAtom, asUser(world, 2))

  expect(world.lines).toHaveLength(2)
  expect(world.store.get(draftAtom)).toBe('')
})

test('keeps typed text while the thread is looked for', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  addStoredThread(world)
  await world.store.set(identifyAtom, ANONYMOUS)
  const opening = world.store.set(setPanelAtom, OPEN)
  world.store.set(draftAtom, 'Early')

  await opening

  expect(world.lines).toHaveLength(2)
  expect(world.store.get(draftAtom)).toBe('Early')
})

test('keeps a new thread that was begun while the last one was looked for', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  let answer: (answer: Response) => void = () => {}
  world.routes.set('GET /threads', () => new Promise((resolve) => (answer = resolve)))
  await world.store.set(identifyAtom, ANONYMOUS)
  void world.store.set(setPanelAtom, OPEN)
  await settle()
  await world.store.set(newThreadAtom)

  answer(json(200, { threads: [{ id: 'thread_9', title: 'Old' }] }))
  await settle()

  expect(world.store.get(threadTitleAtom)).toBeNull()
  expect(world.store.get(historyStateAtom)).toBe('ready')
})

test('sends what was sent before the page said who chats, once, as soon as it does', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  addStoredThread(world)
  await world.store.set(setPanelAtom, OPEN)
  world.store.set(draftAtom, 'Hurry')
  expect(world.store.get(canSendAtom)).toBe(true)
  const sendings = [world.store.set(sendDraftAtom), world.store.set(sendDraftAtom)]
  await settle()
  expect(world.http.sent).toEqual([])

  await world.store.set(identifyAtom, ANONYMOUS)
  await Promise.all(sendings)

  expect(world.lines).toEqual(['user: Question', 'assistant: Answer', 'user: Hurry', 'assistant: '])
  expect(world.store.get(draftAtom)).toBe('')
})

test('sends what was sent early as soon as it is known which thread goes on', async () => {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  let answer: (response: Response) => void = () => {}
  world.routes.set('GET /threads', () => new Promise((resolve) => (answer = resolve)))
  await world.store.set(identifyAtom, ANONYMOUS)
  void world.store.set(setPanelAtom, OPEN)
  await settle()
  world.store.set(draftAtom, 'Early')
  expect(world.store.get(canSendAtom)).toBe(true)

  const sending = world.store.set(sendDraftAtom)
  const again = world.store.set(sendDraftAtom)
  await settle()
  expect(world.store.get(historyStateAtom)).toBe('loading')
  expect(world.store.get(draftAtom)).toBe('')
  expect(world.answers).toHaveLength(0)
  answer(json(200, { threads: [] }))
  await Promise.all([sending, again])
  await settle()

  expect(world.answers).toHaveLength(1)
  expect(world.store.get(draftAtom)).toBe('')
})

test('says that nothing is kept where storage throws, and chats all the same', async () => {
  const refuse = () => {
    throw new DOMException('No.', 'SecurityError')
  }
  const world = createChatWorld({
    storage: { getItem: refuse, setItem: refuse, removeItem: refuse },
  })
  expect(world.store.get(storageStateAtom)).toBe('kept')
  await world.store.set(identifyAtom, ANONYMOUS)
  await world.store.set(setPanelAtom, OPEN)

  expect(world.store.get(storageStateAtom)).toBe('memory')
  world.store.set(draftAtom, 'Hello')
  void world.store.set(sendDraftAtom)
  await settle()
  await world.answers[0]?.send(start('msg_2', 'msg_1'), ...words('Hi'), FINISH)
  expect(world.lines).toEqual(['user: Hello', 'assistant: Hi'])
})

test('follows the connection while it is subscribed', () => {
  const world = createChatWorld()
  const seen: string[] = []
  const stop = world.store.sub(connectionAtom, () => seen.push(world.store.get(connectionAtom)))

  world.isOnline = false
  for (const listener of world.connectionListeners) listener()
  world.isOnline = true
  for (const listener of world.connectionListeners) listener()

  expect(seen).toEqual(['offline', 'online'])
  stop()
  expect(world.connectionListeners.size).toBe(0)
})
