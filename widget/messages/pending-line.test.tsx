import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Message } from '../../shared/thread/message.ts'
import { answer, question } from '../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../shell/mount-app.test-support.tsx'
import { SLOW_AFTER_MS } from '../ui/use-is-slow.tsx'

let app: MountedApp

beforeEach(async () => {
  await import('../shell/narration/narration.tsx')
  vi.useFakeTimers()
})
afterEach(async () => {
  await app.page.unmount()
  vi.useRealTimers()
})

const running = (text = '', waitSeconds?: number): Message =>
  answer('a', text, {
    status: { type: 'running', ...(waitSeconds === undefined ? {} : { waitSeconds }) },
  })
const wait = (ms: number) => app.do(() => vi.advanceTimersByTime(ms))
const tell = (message: Message) => app.do(() => app.chat.tell({ type: 'message', message }))
const line = () => app.container.querySelector('.pending-line')?.textContent

async function send() {
  app = await mountApp((chat) => chat.show([question('q', 'Hi')]))
  await app.do(() => {
    app.chat.tell({ type: 'run', isRunning: true })
    app.chat.show([question('q', 'Hi'), running()])
  })
}

test('says after 10 s without a word that it takes longer, once, until the first word (U18)', async () => {
  await send()
  await wait(SLOW_AFTER_MS - 1)
  expect(line()).toBe('Thinking…')
  await wait(1)
  expect(line()).toBe('This takes longer than usual…')
  await wait(5_000)
  expect(app.heard().filter((text) => text.includes('longer'))).toHaveLength(1)

  await tell(running('Yes'))
  expect(line()).toBeUndefined()
  expect(app.container.querySelector('.answer')?.textContent).toBe('Yes')
})

test('counts down while the model is left alone, sets itself right, and says it once', async () => {
  await send()
  await wait(2_000)
  await tell(running('', 12))
  expect(line()).toBe('The model is busy. It is asked again in 12s.')
  await wait(4_000)
  expect(line()).toBe('The model is busy. It is asked again in 8s.')
  await tell(running('', 7))
  expect(line()).toBe('The model is busy. It is asked again in 7s.')
  await wait(1_000)
  expect(line()).toBe('The model is busy. It is asked again in 6s.')
  expect(app.heard().filter((text) => text.includes('busy'))).toEqual([
    'The model is busy. It is asked again in 12s.',
  ])

  await tell(running())
  expect(line()).toBe('Thinking…')
})

test('says that the model may still be starting, once, until its first byte', async () => {
  await send()
  await wait(8_000)
  const starting = 'The model has not begun to answer yet. It may still be starting.'
  await tell(answer('a', '', { status: { type: 'running', isStarting: true } }))
  expect(line()).toBe(starting)
  await wait(5_000)
  expect(app.heard().filter((text) => text === starting)).toHaveLength(1)
  await wait(10_000)
  expect(app.heard()).not.toContain(starting)
  expect(app.heard().join()).not.toContain('longer than usual')

  await tell(running())
  expect(line()).not.toBe(starting)
})

test('never says that it takes longer while it says why', async () => {
  await send()
  await tell(running('', 60))
  await wait(SLOW_AFTER_MS)
  expect(line()).toBe('The model is busy. It is asked again in 50s.')
  expect(app.heard().join()).not.toContain('longer')
})
