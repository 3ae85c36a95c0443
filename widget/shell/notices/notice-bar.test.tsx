import { afterEach, expect, test, vi } from 'vitest'
import { AlcoveError } from '../../../shared/errors.ts'
import { reportFailureAtom, type ReportedFailure } from '../../world/failures.ts'
import { mountApp, type MountedApp } from '../mount-app.test-support.tsx'

let app: MountedApp

afterEach(async () => {
  await app.page.unmount()
  vi.useRealTimers()
})

const fail = (during: ReportedFailure['during']) =>
  app.do(() => {
    const error = new AlcoveError('unavailable', 'x')
    app.chat.store.set(reportFailureAtom, { during, error, isHostUser: false })
  })
const bar = () => app.container.querySelector('.notice-bar[role=status]')?.textContent

test.each([
  ['stop', 'The answer could not be stopped.'],
  ['feedback', 'Your feedback could not be saved.'],
  ['save', 'The message could not be saved.'],
  ['tool', 'A tool could not go on.'],
  [
    'gone',
    'The server no longer has your conversation for this browser. A new one begins; what you wrote is kept.',
  ],
] as const)('tells what nothing else shows: %s', async (during, text) => {
  app = await mountApp()
  expect(bar()).toBe('')
  await fail(during)
  expect(bar()).toBe(text)
})

test.each(['send', 'history'] as const)(
  'is silent about failures that are shown elsewhere: %s',
  async (during) => {
    app = await mountApp()
    await fail(during)
    expect(bar()).toBe('')
  },
)

const refuse = (error: AlcoveError) =>
  app.do(() =>
    app.chat.store.set(reportFailureAtom, { during: 'reload', error, isHostUser: false }),
  )
const REFUSED = 'The answer could not be made again.'

test.each([
  [new AlcoveError('offline', 'x'), `${REFUSED} The connection was lost. Your message is safe.`],
  [new AlcoveError('unavailable', 'x'), `${REFUSED} The service is not available right now.`],
  [
    new AlcoveError('rate_limited', 'x'),
    `${REFUSED} Too many messages at once. Wait a moment, then try again.`,
  ],
  [
    new AlcoveError('budget_exhausted', 'x'),
    `${REFUSED} There are no more answers today. Try again tomorrow.`,
  ],
  [
    new AlcoveError('quota_exceeded', 'x'),
    `${REFUSED} There is no room for more. Delete conversations that you no longer need, then try again.`,
  ],
  // Here the server's sentences are for developers.
  [new AlcoveError('not_found', 'No original messages found'), REFUSED],
])('tells why an answer was not made again: %s', async (error, text) => {
  app = await mountApp()
  await refuse(error)
  expect(bar()).toBe(text)
})

test('explains a failed save of a frame’s own thread by a lack of space', async () => {
  app = await mountApp()
  const save = (error: AlcoveError) =>
    app.do(() =>
      app.chat.store.set(reportFailureAtom, { during: 'save', error, isHostUser: false }),
    )
  await save(new AlcoveError('quota_exceeded', 'x'))
  expect(bar()).toBe(
    'The message could not be saved. There is no room for more. Delete conversations that you no longer need, then try again.',
  )
  await save(new AlcoveError('offline', 'x'))
  expect(bar()).toBe('The message could not be saved.')
})

test('counts down to the next try without speaking each second', async () => {
  vi.useFakeTimers()
  app = await mountApp()
  await refuse(new AlcoveError('rate_limited', 'x', { data: { status: 429, retryAfter: 2 } }))
  expect(bar()).toBe(`${REFUSED} Too many messages at once. Try again in 2s.`)
  const time = app.container.querySelector('.notice-bar [aria-live=off]')
  expect(time?.textContent).toBe('Too many messages at once. Try again in 2s.')
  await app.do(() => vi.advanceTimersByTime(2000))
  expect(bar()).toBe(`${REFUSED} You can try again now.`)
  expect(app.heard()).toEqual([])
})

test('the same refusal twice is two texts to a screen reader, and goes with the next try', async () => {
  app = await mountApp()
  const text = () => app.container.querySelector('.notice-bar span')
  await refuse(new AlcoveError('offline', 'x'))
  const first = text()
  await refuse(new AlcoveError('offline', 'x'))
  expect(text()?.textContent).toBe(first?.textContent)
  expect(text()).not.toBe(first)

  await app.do(() => app.chat.tell({ type: 'run', isRunning: true }))
  expect(bar()).toBe('')
  await fail('feedback')
  await app.do(() => app.chat.tell({ type: 'run', isRunning: false }))
  await app.do(() => app.chat.tell({ type: 'run', isRunning: true }))
  expect(bar()).toBe('Your feedback could not be saved.')
})

test('can be dismissed, which gives the focus to the composer, and comes back with the next', async () => {
  app = await mountApp()
  await fail('stop')
  await app.click(app.container.querySelector('.notice-bar button:last-child')!)
  expect(bar()).toBe('')
  expect(document.activeElement).toBe(app.field)
  await fail('feedback')
  expect(bar()).toBe('Your feedback could not be saved.')
})
