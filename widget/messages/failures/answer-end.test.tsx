import { readRequestError } from '../../api/request-error.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AlcoveError } from '../../../shared/errors.ts'
import type { JsonValue } from '../../../shared/json.ts'
import type { Message } from '../../../shared/thread/message.ts'
import { reportFailureAtom } from '../../world/failures.ts'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'

let app: MountedApp

beforeEach(async () => {
  await import('../../shell/narration/narration.tsx')
  vi.useFakeTimers()
})
afterEach(async () => {
  await app.page.unmount()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const failed = (error: JsonValue, text = 'Half') =>
  answer('a', text, { status: { type: 'incomplete', reason: 'error', error } })
const show = async (error: JsonValue) => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), failed(error)]))
}
const wait = (ms: number) => app.do(() => vi.advanceTimersByTime(ms))
const note = () => app.container.querySelector('[data-message-id=a] .message-note')?.textContent
const detail = () => app.container.querySelector('.error-detail')?.textContent

test('an error that comes up is one alert, and a stored one is none (2.17)', async () => {
  await show('The model is busy.')
  await wait(2000)
  expect(app.heard()).toEqual([])
  expect(app.container.querySelector('.error-card')?.closest('[role=alert]')).toBeNull()
  await app.page.unmount()

  app = await mountApp((chat) => {
    chat.show([question('q', 'Hi'), answer('a', 'Half', { status: { type: 'running' } })])
    chat.tell({ type: 'run', isRunning: true })
  })
  await app.do(() => {
    app.chat.tell({ type: 'message', message: failed('The model is busy.') })
    app.chat.tell({ type: 'run', isRunning: false })
  })
  await wait(2000)
  expect(app.heard().filter((text) => text.startsWith('alert: '))).toHaveLength(1)
})

const STOPPED = { status: { type: 'incomplete', reason: 'cancelled' } } as const
const source = { type: 'source', sourceType: 'url', id: 's', url: 'https://a.example/' } as const
test.each([
  ['without a part', answer('a', '')],
  ['of white space', answer('a', ' \n')],
  ['that was only thought', answer('a', '', { content: [{ type: 'reasoning', text: 'Hm.' }] })],
])('says of an answer %s that nothing was said, with Try again', async (_, blank) => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), blank]))
  expect(note()).toBe('The assistant said nothing.Try again')
  await app.click(app.button('Try again')!)
  expect(app.chat.retried).toEqual(['a'])
})

test.each([
  ['some words', answer('a', 'Yes.'), undefined],
  ['a source', answer('a', '', { content: [source] }), undefined],
  ['a stop before them', answer('a', '', STOPPED), 'StoppedTry again'],
])('says no such thing of an answer with %s', async (_, given, text) => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), given]))
  expect(note()).toBe(text)
})

test('says nothing of an answer that is a kept image alone', async () => {
  const file = { id: 'k', type: 'image', name: 'image-1.png', contentType: 'image/png', size: 80 }
  const url = 'https://chat.example/v1/files/attachments/k'
  const custom = { attachments: [{ ...file, url }] }
  app = await mountApp((chat) =>
    chat.show([question('q', 'Hi'), answer('a', '', { metadata: { custom } })]),
  )
  expect(note()).toBeUndefined()
})

const FULL =
  'This conversation has become too long for the model. Start a new one, or shorten the message.'
/** An answer that reached a limit: of the model's memory, or of an answer. */
const endedShort = (custom: Message['metadata']['custom']) =>
  answer('a', 'The library opens', {
    status: { type: 'incomplete', reason: 'length' },
    metadata: { custom, steps: [] },
  })
const noteButtons = () =>
  [...app.container.querySelectorAll<HTMLElement>('[data-message-id=a] .message-note button')].map(
    (button) => button.textContent,
  )

test('an answer that filled the model’s memory offers a new conversation, and no Continue', async () => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), endedShort({})]))
  expect(noteButtons()).toEqual(['Continue'])
  await app.page.unmount()

  app = await mountApp((chat) =>
    chat.show([question('q', 'Hi'), endedShort({ contextFull: true })]),
  )
  expect(note()).toBe(`${FULL}New conversation`)
  expect(noteButtons()).toEqual(['New conversation'])
})

test('offers no Try again for a blank answer that was followed by another question', async () => {
  app = await mountApp((chat) =>
    chat.show([question('q', 'Hi'), answer('a', ''), question('r', '?')]),
  )
  expect(note()).toBe('The assistant said nothing.')
})

test('counts down to the next try, says it once, and then that it is time (U34)', async () => {
  await show({ code: 'rate_limited', message: 'x', data: { status: 429, retryAfter: 3 } })
  expect(detail()).toBe('Too many messages at once. Try again in 3s.')
  await wait(1000)
  expect(detail()).toBe('Too many messages at once. Try again in 2s.')
  expect(app.heard()).toEqual(['Too many messages at once. Try again in 3s.'])
  await wait(2000)
  expect(detail()).toBe('You can try again now.')
  expect(app.heard()).toEqual(['Too many messages at once. Try again in 3s.'])
})

const BUSY = 'The model has too many requests at the moment. Wait a little, then try again.'
const refusedUntil = (retryAt: string): Message => {
  const metadata = { custom: { retryAt }, steps: [] }
  return { ...failed(BUSY, ''), metadata }
}

test('counts down to when the model may be asked again, hours too', async () => {
  const retryAt = new Date(Date.now() + 3_600_000).toISOString()
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), refusedUntil(retryAt)]))
  expect(detail()).toBe('The model is busy. Try again in 1:00:00.')
  await wait(1000)
  expect(detail()).toBe('The model is busy. Try again in 59:59.')
  expect(app.heard()).toEqual(['The model is busy. Try again in 1:00:00.'])
  await wait(3_599_000)
  expect(detail()).toBe('You can try again now.')
})

test.each([
  ['has come', () => new Date(Date.now()).toISOString()],
  ['cannot be read', () => 'soon'],
])('says no time for the model that %s', async (_, retryAt) => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi'), refusedUntil(retryAt())]))
  expect(detail()).toBe(BUSY)
})

test('a message that was refused for now says when to try again', async () => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi')]))
  const error = new AlcoveError('rate_limited', 'x', { data: { status: 429, retryAfter: 61 } })
  await app.do(() => {
    app.chat.tell({ type: 'unsent', ids: new Set(['q']) })
    app.chat.store.set(reportFailureAtom, { during: 'send', error, isHostUser: false })
  })
  const reason = () => app.container.querySelector('.not-sent-reason')?.textContent
  expect(reason()).toBe('Too many messages at once. Try again in 1:01.')
  await wait(61_000)
  expect(reason()).toBe('You can try again now.')
})

test('a message that is too large for the way to the server says so', async () => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi')]))
  const error = await readRequestError(new Response('<html>', { status: 413 }))
  await app.do(() => {
    app.chat.tell({ type: 'unsent', ids: new Set(['q']) })
    app.chat.store.set(reportFailureAtom, { during: 'send', error, isHostUser: false })
  })
  expect(app.container.querySelector('.not-sent-reason')?.textContent).toBe(
    'This is too large to be sent here.',
  )
})

test.each([
  [
    'for which the day has no answer left',
    new AlcoveError('budget_exhausted', 'x', { data: { status: 429, retryAfter: 3_600 } }),
    'There are no more answers today. Try again tomorrow.',
  ],
  [
    'that has no room',
    new AlcoveError('quota_exceeded', 'x', { data: { status: 409, details: { limit: 1 } } }),
    'There is no room for more. Delete conversations that you no longer need, then try again.',
  ],
])('a message %s says so in a card, and can be tried again', async (_, error, text) => {
  app = await mountApp((chat) => chat.show([question('q', 'Hi')]))
  await app.do(() => {
    app.chat.tell({ type: 'unsent', ids: new Set(['q']) })
    app.chat.store.set(reportFailureAtom, { during: 'send', error, isHostUser: false })
  })
  const card = app.container.querySelector('.not-sent .error-card')
  expect(card?.querySelector('.error-title')?.textContent).toBe('There is no answer yet.')
  expect(detail()).toBe(text)
  expect(app.button('Try again')).toBeDefined()
})

test('copies facts that help to find the error, and nothing of the conversation (U36)', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await show({ code: 'internal', message: 'It failed.', data: { details: { requestId: 'r1' } } })
  await app.click(app.button('Copy details')!)
  const copied: unknown = JSON.parse(writeText.mock.calls[0]![0])
  expect(copied).toEqual({
    requestId: 'r1',
    code: 'internal',
    message: 'It failed.',
    messageId: 'a',
    time: '2026-01-01T09:00:00.000Z',
  })
  expect(app.button('Copied')).toBeDefined()
})
