import { expect, test } from 'vitest'
import type { FrameSetup, HostIdentity, TokenQuestion } from '../../shared/bridge/contract.ts'
import { tokenFor } from '../cloud/fake-tokens.test-support.ts'
import { settle } from '../cloud/manual-clock.test-support.ts'
import { createChatWorld } from '../state/chat-world.test-support.ts'
import { identityAtom } from '../state/identity.ts'
import { takeFactAtom } from '../state/thread-facts.ts'
import { serveHost } from './serve-host.ts'

const GONE = { code: 'auth_failed' }

/** A frame whose page answers each question for a token when the test says so. */
function createServed() {
  const { store, clock } = createChatWorld()
  const questions: { question: TokenQuestion; answer(token: string): void }[] = []
  const states: { isRunning: boolean; unread: number }[] = []
  const service = serveHost({
    store,
    usable: Promise.resolve(),
    onLook() {},
    host: {
      getToken: (question) => new Promise((answer) => void questions.push({ question, answer })),
      tellState: (state) => void states.push(state),
      runTool: () => Promise.resolve({}),
    },
  })
  const setup = (identity: HostIdentity): FrameSetup => ({
    app: 'default',
    scheme: 'light',
    viewport: { isSheet: false, top: 0, right: 0, bottom: 0, left: 0 },
    identity,
  })
  return {
    token: tokenFor(clock.now()),
    questions,
    states,
    identify(epoch: number, mode: HostIdentity['mode'] = 'token') {
      service.update(setup({ epoch, mode })).catch(() => {})
      return store.get(identityAtom)!.auth!
    },
    setRunning: (isRunning: boolean) => store.set(takeFactAtom, { type: 'run', isRunning }),
  }
}

test('a token is asked for with the person whom it is for', async () => {
  const { token: given, questions, identify } = createServed()
  const token = identify(1).token({ mayMint: false })
  await settle()
  expect(questions[0]?.question).toEqual({ reason: 'initial', previous: null, epoch: 1 })

  questions[0]?.answer(given)

  await expect(token).resolves.toBe(given)
})

test('the person before gets no token any more, and the page is not asked for one', async () => {
  const { token, questions, identify } = createServed()
  const before = identify(1)
  await settle()
  const early = before.token({ mayMint: false })
  const now = identify(2)
  await settle()
  expect(questions.map(({ question }) => question.epoch)).toEqual([1, 2])

  // As a loader answers that does not look at whom the question is for.
  for (const { answer } of questions) answer(token)

  await expect(early).rejects.toMatchObject(GONE)
  await expect(before.token({ mayMint: false })).rejects.toMatchObject(GONE)
  await expect(now.token({ mayMint: false })).resolves.toBe(token)
  expect(questions).toHaveLength(2)
})

test('an answer behind the closed panel is unread, until somebody else chats', () => {
  const { states, identify, setRunning } = createServed()
  identify(1)
  setRunning(true)
  setRunning(false)
  expect(states.at(-1)).toEqual({ isRunning: false, unread: 1 })
  setRunning(true)
  states.length = 0

  identify(2)

  // The answer of the person before ends with the change of persons: it is not for the next one.
  expect(states).toEqual([{ isRunning: false, unread: 0 }])
  setRunning(true)
  setRunning(false)
  expect(states.at(-1)).toEqual({ isRunning: false, unread: 1 })
})

test('a frame that was loaded again says that nothing is unread', () => {
  const { states, identify } = createServed()

  identify(1)

  expect(states).toEqual([{ isRunning: false, unread: 0 }])
})
