import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AlcoveError, type SerializedError } from '../../../shared/errors.ts'
import { putMessageAtom } from '../../conversation/atoms/conversation-view.ts'
import {
  noteQueuedAtom,
  openDeskAtom,
  queuedIdOf,
  type QueuedMessage,
} from '../../conversation/atoms/queued.ts'
import { answer, question } from '../../shell/fake-chat.test-support.ts'
import { disproveAtom, reportFailureAtom } from '../../world/failures.ts'
import { mountApp, type MountedApp } from '../../shell/mount-app.test-support.tsx'

let app: MountedApp
const asked: string[][] = []

afterEach(async () => {
  await app.page.unmount()
  asked.length = 0
})

const ID = queuedIdOf('m1')

/** A thread with an answer, followed by a message that waits or was refused. */
async function mountQueue(error: SerializedError | null, hasLostFile = false) {
  app = await mountApp(({ store, show }) => {
    show([question('q', 'Hi'), answer('a', 'Hello')])
    store.set(putMessageAtom, question(ID, 'Waiting words'))
    store.set(openDeskAtom, {
      send: () => false,
      sendUnpacked: async () => false,
      retry: (id) => void asked.push(['retry', id]),
      edit: (id) => void asked.push(['edit', id]),
      remove: (id) => void asked.push(['remove', id]),
    })
    store.set(noteQueuedAtom, [{ id: ID, thread: '', error, hasLostFile }])
  })
}

const last = () => [...app.container.querySelectorAll('article')].at(-1)

test('a message that waits stands last, says so, and can be changed or removed (U39)', async () => {
  await mountQueue(null)

  expect(last()?.textContent).toContain('Waiting words')
  expect(last()?.querySelector('.not-sent')?.textContent).toBe('Not sent yet·Edit·Remove')
  expect(last()?.querySelector('.not-sent svg')).not.toBeNull()
  expect(app.button('Try again')).toBeUndefined()
  // Actions for answers and branches do not apply to messages outside a thread.
  expect(last()?.querySelector('[data-action=edit]')).toBeNull()

  for (const button of last()?.querySelectorAll('.not-sent button') ?? []) await app.click(button)
  expect(asked).toEqual([
    ['edit', ID],
    ['remove', ID],
  ])
})

test('a message whose file is lost says what to do, and offers no try that cannot help', async () => {
  await mountQueue({ code: 'send_failed', message: 'x' }, true)

  expect(last()?.querySelector('.not-sent')?.textContent).toBe(
    'Not sent·Edit·RemoveA file has to be chosen again. Edit the message to do that.',
  )
})

test('a message that was refused says so, and can be sent again too (U35)', async () => {
  await mountQueue({ code: 'internal', message: 'Broken.' })

  expect(last()?.querySelector('.not-sent')?.textContent).toBe('Not sent·Try again·Edit·Remove')
  await app.click(app.button('Try again')!)

  expect(asked).toEqual([['retry', ID]])
  expect(document.activeElement).toBe(app.field)
})

test('a message says why it was refused, until that is disproved, and nothing of why another was', async () => {
  const budget = new AlcoveError('budget_exhausted', 'x')
  const report = (error: AlcoveError) =>
    app.do(() =>
      app.chat.store.set(reportFailureAtom, { during: 'send', error, isHostUser: false }),
    )
  const reason = () => last()?.querySelector('.not-sent .error-detail')?.textContent
  await mountQueue({ code: 'budget_exhausted', message: 'x' })
  await report(new AlcoveError('quota_exceeded', 'x'))
  expect(reason()).toBeUndefined()

  await report(budget)
  expect(reason()).toBe('There are no more answers today. Try again tomorrow.')
  await app.do(() => app.chat.store.set(disproveAtom, 'message taken'))
  expect(reason()).toBeUndefined()
})

describe('behind a refused message', () => {
  const BEHIND = 'It goes out after the message before it.'
  const NEXT = queuedIdOf('m2')
  const LIMITED = { code: 'rate_limited', message: 'x' }
  const BUDGET = { code: 'budget_exhausted', message: 'x' }
  const notes = () =>
    [...app.container.querySelectorAll('article .not-sent')].map(({ textContent }) => textContent)
  const waits = (id: string): QueuedMessage => ({ id, thread: '', error: null })
  const note = (...queued: readonly QueuedMessage[]) =>
    app.do(() => app.chat.store.set(noteQueuedAtom, queued))
  const report = (error: AlcoveError) =>
    app.do(() =>
      app.chat.store.set(reportFailureAtom, { during: 'send', error, isHostUser: false }),
    )
  const wait = (ms: number) => app.do(() => vi.advanceTimersByTime(ms))

  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  async function mountPair(first: QueuedMessage) {
    await mountQueue(first.error)
    await app.do(() => app.chat.store.set(putMessageAtom, question(NEXT, 'Next words')))
    await note(first)
    await wait(1_000)
    app.heard()
  }

  test('another one waits for it, and says so; the refused one keeps its countdown', async () => {
    const refused = { ...waits(ID), error: LIMITED, endsAt: Date.now() + 31_000 }
    await mountPair(refused)
    const error = new AlcoveError('rate_limited', 'x', { data: { status: 429, retryAfter: 30 } })
    await report(error)
    await note(refused, waits(NEXT))

    expect(notes()).toEqual([
      'Not sent·Try again·Edit·RemoveToo many messages at once. Try again in 30s.',
      `Not sent yet·Edit·Remove${BEHIND}`,
    ])
    await wait(1_000)
    expect(app.heard()).toContain(`Not sent yet. ${BEHIND}`)
    await wait(9_000)
    expect(notes()[0]).toContain('Try again in 20s.')
  })

  test('another one leaves its card, on a day without more', async () => {
    const refused = { ...waits(ID), error: BUDGET }
    await mountPair(refused)
    await report(new AlcoveError('budget_exhausted', 'x'))
    await note(refused, waits(NEXT))

    expect(notes()[0]).toContain('There are no more answers today. Try again tomorrow.')
    expect(notes()[1]).toContain(BEHIND)
  })

  test('that is tried again, nothing is said of the network', async () => {
    const refused = { ...waits(ID), error: LIMITED }
    await mountPair(refused)
    await note(waits(ID))
    await wait(1_000)
    expect(app.heard()).toEqual([])

    // Positive control: a message that waits for the network.
    await note(waits(ID), waits(NEXT))
    await wait(1_000)
    expect(app.heard()).toEqual([
      'Not sent yet. It goes out by itself as soon as the network is back.',
    ])
    expect(notes()).toEqual(['Not sent yet·Edit·Remove', 'Not sent yet·Edit·Remove'])
  })

  test.each([
    [LIMITED, 21_000, 'Too many messages at once. Try again in 20s.'],
    [BUDGET, 21_000, 'There are no more answers today. Try again tomorrow.'],
    [BUDGET, -1, ''],
  ])('a page that was opened again says why: %j, with %s ms left', async (error, ms, reason) => {
    await mountPair({ ...waits(ID), error, endsAt: Date.now() + ms })

    expect(notes()[0]?.split('Remove')[1]?.replace('There is no answer yet.', '')).toBe(reason)
    expect(app.heard()).toEqual([])
  })
})
