import { afterEach, expect, test } from 'vitest'
import { AlcoveError } from '../../../shared/errors.ts'
import { reportFailureAtom } from '../../state/failures.ts'
import type { Failure } from '../../state/failures.ts'
import { mountApp } from '../mount-app.test-support.tsx'
import type { MountedApp } from '../mount-app.test-support.tsx'

let app: MountedApp

afterEach(() => app.page.unmount())

const fail = (during: Failure['during']) =>
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
] as const)('tells what nothing else shows: %s', async (during, text) => {
  app = await mountApp()
  expect(bar()).toBe('')
  await fail(during)
  expect(bar()).toBe(text)
})

test.each(['send', 'history'] as const)(
  'is silent about what is shown elsewhere: %s',
  async (during) => {
    app = await mountApp()
    await fail(during)
    expect(bar()).toBe('')
  },
)

test('can be dismissed, which gives the focus to the composer, and comes back with the next', async () => {
  app = await mountApp()
  await fail('stop')
  await app.click(app.button('Dismiss')!)
  expect(bar()).toBe('')
  expect(document.activeElement).toBe(app.field)
  await fail('feedback')
  expect(bar()).toBe('Your feedback could not be saved.')
})
