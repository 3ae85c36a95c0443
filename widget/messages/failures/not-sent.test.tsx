import { afterEach, expect, test } from 'vitest'
import { AlcoveError, type SerializedError } from '../../../shared/errors.ts'
import { putMessageAtom } from '../../conversation/atoms/conversation-view.ts'
import { noteQueuedAtom, openDeskAtom, queuedIdOf } from '../../conversation/atoms/queued.ts'
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
