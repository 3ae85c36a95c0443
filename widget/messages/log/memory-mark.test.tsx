import { afterEach, expect, test, vi } from 'vitest'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'
import { en } from '../../i18n/en.ts'

let app: MountedApp
afterEach(async () => {
  await app.page.unmount()
  vi.useRealTimers()
})

const TEXT = en['message.forgotten']
const messages = [
  question('q1', 'Hi'),
  answer('a1', 'Yes'),
  question('q2', 'And?'),
  answer('a2', 'No'),
]

/** Ids of the messages below a line about the model's memory. */
const marked = () =>
  [...app.container.querySelectorAll('.memory-mark')].map(
    (mark) => mark.closest<HTMLElement>('article')?.dataset['messageId'],
  )

test('a line stands above the first message that the model remembers', async () => {
  app = await mountApp((chat) => chat.show(messages))
  expect(marked()).toEqual([])

  await app.do(() => app.chat.tell({ type: 'memory', beginsAt: 'q2' }))

  expect(marked()).toEqual(['q2'])
  expect(app.container.querySelector('.memory-mark')?.textContent).toBe(TEXT)
  await app.do(() => app.chat.tell({ type: 'memory', beginsAt: 'q1' }))
  // Nothing is above the first message.
  expect(marked()).toEqual([])
})

test('the line is announced once, when an answer brings it, and not where it is stored', async () => {
  // From the start: live regions take their first text some time after they were drawn.
  vi.useFakeTimers()
  app = await mountApp((chat) => chat.show(messages))
  const heard = () => app.heard().filter((text) => text === TEXT).length

  await app.do(() => app.chat.tell({ type: 'memory', beginsAt: 'q2' }))
  await app.do(() => void vi.advanceTimersByTime(1_000))
  expect(heard()).toBe(0)

  await app.do(() => app.chat.tell({ type: 'memory', beginsAt: null }))
  const heardThen: number[] = []
  for (const beginsAt of ['q2', 'a2']) {
    await app.do(() => app.chat.tell({ type: 'run', isRunning: true }))
    await app.do(() => app.chat.tell({ type: 'memory', beginsAt }))
    await app.do(() => app.chat.tell({ type: 'run', isRunning: false }))
    await app.do(() => void vi.advanceTimersByTime(1_000))
    heardThen.push(heard())
    // The live regions are empty again.
    await app.do(() => void vi.advanceTimersByTime(60_000))
  }

  expect(heardThen).toEqual([1, 0])
})
