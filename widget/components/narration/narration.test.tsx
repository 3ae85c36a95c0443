import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '../../../shared/thread/message.ts'
import { sessionBaseAtom } from '../../state/open-session.ts'
import { answer, question } from '../fake-chat.test-support.ts'
import { loadRichText } from '../message/parts/load-rich-text.ts'
import { mountApp } from '../mount-app.test-support.tsx'
import type { MountedApp } from '../mount-app.test-support.tsx'
import { loadNarration } from './load-narration.ts'

let app: MountedApp
const wait = (ms: number) => app.do(() => vi.advanceTimersByTime(ms))
const RUNNING = { status: { type: 'running' } } as const
const end = (message: Message) =>
  app.do(() => {
    app.chat.tell({ type: 'message', message })
    app.chat.tell({ type: 'run', isRunning: false })
  })

beforeEach(async () => {
  // Both arrive later than the first paint; here they are there already.
  await Promise.all([loadNarration(), loadRichText()])
  vi.useFakeTimers()
  app = await mountApp((chat) => chat.show([question('q0', 'Old'), answer('a0', 'Old answer.')]))
  await wait(1000)
})
afterEach(async () => {
  await app.page.unmount()
  vi.useRealTimers()
})

const send = () =>
  app.do(() => {
    app.chat.show([
      question('q0', 'Old'),
      answer('a0', 'Old answer.'),
      question('q', 'Hi'),
      answer('a', '', RUNNING),
    ])
    app.chat.tell({ type: 'run', isRunning: true })
  })

test('is silent about stored messages', async () => {
  await wait(60_000)
  expect(app.heard()).toEqual([])
})

test('says two things about an answer of some seconds, however many tokens it has', async () => {
  await send()
  for (let token = 1; token <= 300; token++) {
    const message = answer('a', 'word '.repeat(token), RUNNING)
    await app.do(() => app.chat.tell({ type: 'message', message }))
    await wait(10)
  }
  expect(app.heard()).toEqual(['Assistant is answering'])

  await end(answer('a', 'You were **charged** once.\n\n- Paid\n- Held'))
  await wait(500)
  const [, spoken] = app.heard()
  expect(app.heard()).toHaveLength(2)
  expect(spoken).toContain('Assistant: You were charged once. Paid. Held.')
  await wait(60_000)
  expect(app.heard()).toEqual([])
})

test('says that an answer was stopped', async () => {
  await send()
  await end(answer('a', 'Half', { status: { type: 'incomplete', reason: 'cancelled' } }))
  await wait(500)
  expect(app.heard()).toEqual(['Answer stopped'])
})

test('alerts when an answer fails', async () => {
  await send()
  await end(answer('a', 'Half', { status: { type: 'incomplete', reason: 'error', error: 'x' } }))
  await wait(500)
  expect(app.heard()).toEqual(['alert: The answer failed. Try again is available.'])
})

test('says nothing about a run that was left for another thread', async () => {
  await send()
  await app.do(() => {
    app.chat.store.set(sessionBaseAtom, null)
    app.chat.show([])
    app.chat.tell({ type: 'run', isRunning: false })
  })
  await wait(60_000)
  expect(app.heard()).toEqual([])
})

test('says when the connection is back', async () => {
  await app.do(() => app.chat.setOnline(false))
  await wait(500)
  expect(app.heard()).toEqual([])
  await app.do(() => app.chat.setOnline(true))
  await wait(500)
  expect(app.heard()).toEqual(['You are online again.'])
})

test('alerts when the history does not load', async () => {
  await app.do(() => app.chat.tell({ type: 'history', state: 'failed' }))
  await wait(500)
  expect(app.heard()).toEqual(['alert: The conversation could not be loaded.'])
})
