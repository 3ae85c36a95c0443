import { afterEach, expect, test } from 'vitest'
import type { Feedback } from '../../../shared/thread/message.ts'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'

let app: MountedApp

afterEach(() => app.page.unmount())

const rated = (feedback?: Feedback) =>
  answer('a', 'Hello', {
    metadata: { custom: {}, ...(feedback ? { submittedFeedback: feedback } : {}) },
  })
const show = async (feedback?: Feedback) => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), rated(feedback)]))
}
const pressed = () =>
  ['Good answer', 'Bad answer'].map((name) => app.button(name)?.getAttribute('aria-pressed'))
const submit = () =>
  app.do(() => {
    const form = app.container.querySelector('.feedback-form')!
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  })

test.each([
  [undefined, ['false', 'false']],
  [{ type: 'positive' }, ['true', 'false']],
  [{ type: 'negative', comment: 'x' }, ['false', 'true']],
] as const)('shows earlier feedback: %o (A44)', async (feedback, states) => {
  await show(feedback)
  expect(pressed()).toEqual(states)
})

test('gives, changes and takes back (U70)', async () => {
  await show()
  await app.click(app.button('Good answer')!)
  await app.do(() => app.chat.tell({ type: 'message', message: rated({ type: 'positive' }) }))
  await app.click(app.button('Bad answer')!)
  await app.do(() => app.chat.tell({ type: 'message', message: rated({ type: 'negative' }) }))
  await app.click(app.button('Bad answer')!)
  expect(app.chat.calls).toEqual([
    ['giveFeedback', 'a', { type: 'positive' }],
    ['giveFeedback', 'a', { type: 'negative' }],
    ['giveFeedback', 'a', null],
  ])
})

test('asks for reasons of negative feedback, and sends the chosen and typed ones (U70)', async () => {
  await show()
  await app.click(app.button('Bad answer')!)
  await app.do(() => app.chat.tell({ type: 'message', message: rated({ type: 'negative' }) }))
  expect(app.container.querySelector('.feedback')?.getAttribute('aria-label')).toBe(
    'What was wrong?',
  )

  await submit()
  expect(app.chat.calls).toHaveLength(1)
  await app.click(app.button('Too long')!)
  await app.click(app.button('Not correct')!)
  expect(app.button('Too long')?.getAttribute('aria-pressed')).toBe('true')
  await submit()
  expect(app.chat.calls[1]).toEqual([
    'giveFeedback',
    'a',
    { type: 'negative', comment: 'Not correct, Too long' },
  ])
  expect(app.container.querySelector('.feedback')).toBeNull()
  expect(document.activeElement).toBe(app.button('Bad answer'))
})

test('asks nothing of a good answer, nor of one that was bad before', async () => {
  await show({ type: 'negative' })
  expect(app.container.querySelector('.feedback')).toBeNull()
  await app.click(app.button('Good answer')!)
  expect(app.container.querySelector('.feedback')).toBeNull()
})
