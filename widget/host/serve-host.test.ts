import { expect, test, vi } from 'vitest'
import type { FrameSetup, HostIdentity, TokenQuestion } from '../../shared/bridge/contract.ts'
import type { HostContext } from '../../shared/bridge/host-context.ts'
import { json } from '../api/fake-http.test-support.ts'
import { tokenFor } from '../api/fake-tokens.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { draftAtom, sendDraftAtom } from '../composer/atoms/composer.ts'
import { hideFakeThread, tellShown } from '../conversation/atoms/shown-thread.test-support.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import { PUBLISH_INTERVAL_MS } from '../conversation/pace.ts'
import { createChatWorld } from '../world/chat-world.test-support.ts'
import { addStoredThread, KNOWN_VISITOR } from '../world/chat-world.test-support.ts'
import { identityAtom } from '../world/identity.ts'
import { setPanelAtom } from '../thread-list/atoms/opening.ts'
import { markUnreadAtom } from '../thread-list/atoms/unread.ts'
import { SEEK_ANSWER_MAX_MS } from './seek-answer.ts'
import { serveHost, type ServeHostOptions } from './serve-host.ts'

const GONE = { code: 'destroyed' }

/** A frame whose page answers each request for a token when the test says so. */
function createServed(
  world = createChatWorld(),
  onLocale: ServeHostOptions['onLocale'] = async () => {},
) {
  const { store, clock } = world
  const questions: { question: TokenQuestion; answer(token: string): void }[] = []
  const states: { isRunning: boolean; unread: number }[] = []
  let proofs = 0
  const service = serveHost({
    store,
    usable: Promise.resolve(),
    onLook: async () => {},
    onLocale,
    host: {
      getToken: (question) => new Promise((answer) => void questions.push({ question, answer })),
      getVisitorProof: () => Promise.resolve(`proof ${++proofs}`),
      sendState: (state) => void states.push(state),
      openLink: () => Promise.resolve('done'),
      sendEvent() {},
      sendError() {},
      runTool: () => Promise.resolve({}),
      askTool: () => Promise.resolve(null),
    },
  })
  const setup = (
    identity: HostIdentity,
    isAnswering?: true,
    context?: HostContext,
  ): FrameSetup => ({
    app: 'default',
    scheme: 'light',
    viewport: { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
    identity,
    isAnswering,
    context,
  })
  return {
    world,
    service,
    setup,
    /** The first setup of a page after one on which an answer ran. */
    seek: (identity: HostIdentity) => service.update(setup(identity, true)),
    apply: (identity: HostIdentity) => void service.update(setup(identity)).catch(() => {}),
    token: tokenFor(clock.now()),
    questions,
    states,
    countProofs: () => proofs,
    identify(epoch: number, mode: 'anonymous' | 'token' = 'token') {
      service.update(setup({ epoch, mode })).catch(() => {})
      return store.get(identityAtom)!.auth!
    },
    sendContext: (identity: HostIdentity, context?: HostContext) =>
      service.update(setup(identity, undefined, context)),
    /** Names a user, whom the server names too. */
    async switchTo(epoch: number) {
      const before = store.get(identityAtom)
      service.update(setup({ epoch, mode: 'token' })).catch(() => {})
      await vi.waitFor(() => expect(questions.at(-1)?.question.epoch).toBe(epoch))
      questions.at(-1)?.answer(tokenFor(clock.now()))
      await vi.waitFor(() => expect(store.get(identityAtom)).not.toBe(before))
      await settle()
    },
    setRunning: (isRunning: boolean) => tellShown(store, { type: 'run', isRunning }),
  }
}

test('the panel is not shown before its language is applied, or the wait times out', async () => {
  const { promise: spoken, resolve: speak } = Promise.withResolvers<void>()
  const wishes: (string | undefined)[] = []
  const { service, setup } = createServed(createChatWorld(), (locale) => {
    wishes.push(locale)
    return spoken
  })
  void service.update({ ...setup({ epoch: 1, mode: 'anonymous' }), locale: 'de' })
  let isOpen = false
  void service.setOpen({ isOpen: true, userGesture: false }).then(() => (isOpen = true))
  await settle()
  expect([isOpen, wishes]).toEqual([false, ['de']])

  speak()
  await settle()
  expect(isOpen).toBe(true)
})

test('a token is asked for with the person whom it is for', async () => {
  const { token: given, questions, identify } = createServed()
  const token = identify(1).token({ mayMint: false })
  await settle()
  expect(questions[0]?.question).toEqual({ reason: 'initial', previous: null, epoch: 1 })

  questions[0]?.answer(given)

  await expect(token).resolves.toBe(given)
})

test('the person before gets no token any more, and the page is not asked for one', async () => {
  const { world, token, questions, identify } = createServed()
  const before = identify(1)
  await settle()
  const early = before.token({ mayMint: false })
  identify(2)
  await settle()
  expect(questions.map(({ question }) => question.epoch)).toEqual([1, 2])

  // Like a loader that ignores which user the request is for.
  for (const { answer } of questions) answer(token)

  await expect(early).rejects.toMatchObject(GONE)
  await expect(before.token({ mayMint: false })).rejects.toMatchObject(GONE)
  const now = world.store.get(identityAtom)!.auth!
  expect(now).not.toBe(before)
  await expect(now.token({ mayMint: false })).resolves.toBe(token)
  expect(questions).toHaveLength(2)
})

test('an answer behind the closed panel is unread, until the user changes', async () => {
  const { states, identify, switchTo, setRunning } = createServed()
  identify(1)
  setRunning(true)
  setRunning(false)
  expect(states.at(-1)).toEqual({ isRunning: false, unread: 1 })
  setRunning(true)
  states.length = 0

  await switchTo(2)

  // The previous user's answer ends with the change of users: the next one does not get it.
  expect(states.at(-1)).toEqual({ isRunning: false, unread: 0 })
  expect(states.map(({ unread }) => unread)).not.toContain(2)
  setRunning(true)
  setRunning(false)
  expect(states.at(-1)).toEqual({ isRunning: false, unread: 1 })
})

test('the page is notified about threads that are not shown: answers and unread count', async () => {
  const { world, states, identify, switchTo } = createServed()
  identify(1)
  const hidden = hideFakeThread(world.store, 'hidden')
  world.store.set(hidden.takeAtom, { type: 'run', isRunning: true })
  expect(states.at(-1)).toEqual({ isRunning: true, unread: 0 })

  world.store.set(hidden.takeAtom, { type: 'run', isRunning: false })
  world.store.set(markUnreadAtom, 'hidden', true)
  world.store.set(markUnreadAtom, 'other', true)
  expect(states.at(-1)).toEqual({ isRunning: false, unread: 2 })
  states.length = 0

  await switchTo(2)

  expect(states.at(-1)).toEqual({ isRunning: false, unread: 0 })
})

test('a frame that was loaded again says that nothing is unread', () => {
  const { states, identify } = createServed()

  identify(1)

  expect(states).toEqual([{ isRunning: false, unread: 0 }])
})

const VISITOR: HostIdentity = { epoch: 0, mode: 'anonymous' }
const NOTHING_RUNS = { isRunning: false, unread: 0 }
const SEEKS = { isRunning: true, unread: 0, isUnsure: true }
const FOUND_NOTHING_OUT = { ...NOTHING_RUNS, isUnsure: true }

/** A visitor who left during the answer to the last message. */
function leaveBehind() {
  const world = createChatWorld({ stored: KNOWN_VISITOR })
  addStoredThread(world)
  return world
}

test('an answer that ran on the page before is found behind the closed panel', async () => {
  const world = leaveBehind()
  const { states, seek } = createServed(world)
  const row = (id: string, parent: string | null, role: string) => ({
    id,
    external_id: null,
    parent_id: parent,
    height: 0,
    created_at: '2026-11-21T00:00:00.000Z',
    updated_at: '2026-11-21T00:00:00.000Z',
    format: 'aui/v0',
    content: { role, content: [{ type: 'text', text: id }], metadata: {} },
  })
  world.routes.set('GET /threads/thread_9/messages', () =>
    json(200, { messages: [row('msg_1', null, 'user')] }),
  )
  world.routes.set('GET /chat/thread_9/stream', () => world.openAnswer())
  void seek(VISITOR)
  await expect.poll(() => world.answers).toHaveLength(1)
  await world.answers[0]?.send(
    {
      type: 'start',
      messageId: 'msg_2',
      messageMetadata: { alcove: { threadId: 'thread_9', userMessageId: 'msg_1' } },
    },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Still here' },
  )
  // Messages read after a change of the clock are shown with its next tick.
  const linesThen = async () => {
    await world.clock.advance(PUBLISH_INTERVAL_MS)
    return world.lines
  }
  await expect.poll(linesThen).toEqual(['user: msg_1', 'assistant: Still here'])
  expect(states.every(({ isRunning, unread }) => isRunning && unread === 0)).toBe(true)

  await world.answers[0]?.send({ type: 'finish', messageMetadata: { finishReason: 'stop' } })

  expect(states.at(-1)).toEqual({ isRunning: false, unread: 1 })
})

test('an answer that ended on the way from page to page is unread', async () => {
  const { states, seek } = createServed(leaveBehind())
  void seek(VISITOR)
  expect(states).toEqual([SEEKS])

  await expect.poll(() => states.at(-1)).toEqual({ isRunning: false, unread: 1 })
})

test('a page on which nothing ran opens no thread', async () => {
  const { world, states, identify } = createServed(leaveBehind())

  identify(0, 'anonymous')
  await settle()

  expect(states).toEqual([NOTHING_RUNS])
  expect(world.http.sent).toEqual([])
})

test('a visitor who is no longer known has no running and no unread answer', async () => {
  const { world, states, seek } = createServed()

  void seek(VISITOR)

  await expect.poll(() => states.at(-1)).toEqual(NOTHING_RUNS)
  expect(world.http.sent).toEqual([])
})

test('the search for an answer without a named user has a limit', async () => {
  const { world, states, seek } = createServed()
  void seek({ epoch: 0, mode: 'token' })
  await expect.poll(() => world.clock.timers).toBeGreaterThan(0)
  await world.clock.advance(SEEK_ANSWER_MAX_MS - 1)
  expect(states.at(-1)).toEqual(SEEKS)

  await world.clock.advance(1)

  expect(states.at(-1)).toEqual(FOUND_NOTHING_OUT)
})

test('a search that fails, as on a page that is being left, leaves the answer to the next page', async () => {
  const world = leaveBehind()
  world.routes.set('GET /threads/thread_9/messages', () => json(403, {}))
  const { states, seek, service } = createServed(world)
  void seek(VISITOR)

  await expect.poll(() => states.at(-1)).toEqual(FOUND_NOTHING_OUT)

  await service.setOpen({ isOpen: true, userGesture: true })
  expect(states.at(-1)).toEqual(NOTHING_RUNS)
})

test('the page’s context is sent with each message, until the page changes it (7.38, 7.39)', async () => {
  const { world, sendContext } = createServed()
  const { store, http, answers } = world
  const visitor = { epoch: 0, mode: 'anonymous' } as const
  const send = async (text: string) => {
    store.set(draftAtom, text)
    void store.set(sendDraftAtom)
    await settle()
    await answers.at(-1)?.send(start(`a ${text}`, `q ${text}`), ...words('Yes.'), FINISH)
    return http.to('POST /chat').at(-1)?.body
  }
  const context = { system: 'A red chair.', callSettings: { temperature: 0.2 } }
  await sendContext(visitor, context)
  await store.set(setPanelAtom, { isOpen: true, userGesture: true })
  await settle()

  expect(await send('One')).toMatchObject(context)
  // A frame without the page's side loaded has no newer information.
  await sendContext(visitor)
  expect(await send('Two')).toMatchObject(context)
  await sendContext(visitor, {})
  const plain = await send('Three')
  expect(plain).toMatchObject({ trigger: 'submit-message' })
  expect(plain).not.toHaveProperty('system')
  expect(plain).not.toHaveProperty('callSettings')
})

test('a key of the page is the identity as it is, and nothing is asked of the page', () => {
  const { world, apply, questions } = createServed()
  const key = { apiKey: 'pk_0123456789', userId: 'ada', workspaceId: 'shop' }

  apply({ epoch: 0, mode: 'apiKey', ...key })

  const { mode, auth } = world.store.get(identityAtom)!
  expect(mode).toBe('apiKey')
  expect(auth!.headers).toEqual({ 'Aui-User-Id': 'ada', 'Aui-Workspace-Id': 'shop' })
  expect(questions).toEqual([])
})

test('the page is asked what it shows for a visitor where it has something, when one is made', async () => {
  const world = createChatWorld()
  const { service, setup, countProofs } = createServed(world)
  const visitor = { epoch: 1, mode: 'anonymous' } as const
  const bodies = () => world.http.to('POST /auth/tokens/anonymous').map(({ body }) => body)
  const become = () => world.store.get(identityAtom)!.auth!.token({ mayMint: true })

  await service.update({ ...setup(visitor), hasVisitorProof: true })
  expect(countProofs()).toBe(0)
  await become()

  expect(bodies()).toEqual([{ given: 'proof 1' }])
})

test('a page that has nothing for a visitor, or no more, is not asked', async () => {
  const world = createChatWorld()
  const { service, setup, countProofs } = createServed(world)
  const visitor = { epoch: 1, mode: 'anonymous' } as const

  await service.update({ ...setup(visitor), hasVisitorProof: true })
  await service.update(setup(visitor))
  await world.store.get(identityAtom)!.auth!.token({ mayMint: true })

  expect(countProofs()).toBe(0)
  expect(world.http.to('POST /auth/tokens/anonymous').map(({ body }) => body)).toEqual([undefined])
})
