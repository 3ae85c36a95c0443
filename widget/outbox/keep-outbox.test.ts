// @vitest-environment node
import { describe, expect, test, vi } from 'vitest'
import { json, networkError, never } from '../api/fake-http.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { draftAtom } from '../composer/atoms/composer.ts'
import {
  editQueuedAtom,
  failedMessageIdsAtom,
  messageIdsAtom,
  removeQueuedAtom,
  retryAtom,
} from '../conversation/atoms/thread.ts'
import { newThreadAtom } from '../thread-list/atoms/new-thread.ts'
import { isRunningAtom } from '../conversation/atoms/conversations.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import { OUTBOX_MAX } from '../device/outbox-store.ts'
import { createBrowser } from '../world/chat-tabs.test-support.ts'
import { storedRow } from '../world/chat-world.test-support.ts'
import { LEADER_WAIT_MS } from '../session/keep-owner.ts'
import { ownerAtom } from '../world/owner.ts'
import {
  loadThreadListAtom,
  switchThreadAtom,
  threadListAtom,
} from '../thread-list/atoms/shown-list.ts'
import { OUTBOX_YIELD_MS } from './keep-outbox.ts'
import { outboxDeskAtom } from '../conversation/atoms/queued.ts'
import { identifyAtom } from '../world/identify.ts'

test('a message that is sent offline waits at the end of the thread, and goes out once', async () => {
  const tab = await createBrowser().openTab()
  tab.setOnline(false)
  await tab.write('First')
  await tab.write('Second')

  expect(tab.lines).toEqual(['user: Question', 'assistant: Answer', 'user: First', 'user: Second'])
  expect(tab.store.get(draftAtom)).toBe('')
  expect(tab.store.get(failedMessageIdsAtom).size).toBe(0)
  expect(tab.posted).toEqual([])

  tab.setOnline(true)
  await settle()
  expect(tab.posted).toMatchObject([{ text: 'First', parent: 'msg_2' }])
  expect(tab.lines.slice(2)).toEqual(['user: First', 'assistant: ', 'user: Second'])
  await tab.answers[0]?.send(start('msg_4', 'msg_3', 'thread_9'), ...words('Yes'), FINISH)
  await settle()

  expect(tab.posted.map(({ text }) => text)).toEqual(['First', 'Second'])
  await tab.answers[1]?.send(start('msg_6', 'msg_5', 'thread_9'), ...words('Sure'), FINISH)
  await settle()
  expect(tab.queue).toEqual([])
  expect(tab.posted).toHaveLength(2)
})

test('a message that the network swallowed goes out again by itself, under the same id', async () => {
  const tab = await createBrowser().openTab()
  tab.routes.set('POST /chat', () => networkError())
  await tab.write('Swallowed')
  // Retries that the test does not wait for.
  await tab.clock.advance(800)
  expect(tab.queue).toMatchObject([{ error: null }])
  expect(tab.lines.at(-1)).toBe('user: Swallowed')

  tab.routes.delete('POST /chat')
  await tab.clock.advance(10_000)
  await settle()

  expect(new Set(tab.posted.map(({ id }) => id)).size).toBe(1)
  expect(tab.store.get(isRunningAtom)).toBe(true)
  expect(tab.queue).toEqual([])
})

test('a message that the server refuses can be sent again, changed, and removed', async () => {
  const tab = await createBrowser().openTab()
  const { store } = tab
  tab.routes.set('POST /chat', () => json(503, { message: 'Busy.' }))
  await tab.write('Refused')
  const [queued] = tab.queue
  expect(queued?.error).toMatchObject({ message: 'Busy.' })
  expect([...store.get(failedMessageIdsAtom)]).toEqual([queued?.id])
  expect(store.get(messageIdsAtom).at(-1)).toBe(queued?.id)

  store.set(retryAtom, queued!.id)
  await settle()
  expect(tab.posted.map(({ id }) => id)).toEqual([tab.posted[0]?.id, tab.posted[0]?.id])
  expect(tab.queue).toHaveLength(1)

  store.set(draftAtom, 'Something else')
  store.set(editQueuedAtom, queued!.id)
  expect(store.get(draftAtom)).toBe('Refused\n\nSomething else')
  expect(tab.queue).toEqual([])

  store.set(draftAtom, '')
  await tab.write('Refused again')
  store.set(removeQueuedAtom, tab.queue[0]!.id)
  await settle()
  expect(tab.queue).toEqual([])
  expect(tab.lines).toEqual(['user: Question', 'assistant: Answer'])
})

test('what stands behind a message that was refused waits until somebody decided', async () => {
  const tab = await createBrowser().openTab()
  tab.setOnline(false)
  await tab.write('First')
  await tab.write('Second')
  tab.routes.set('POST /chat', () => json(400, { error: 'invalid_request', message: 'No.' }))
  tab.setOnline(true)
  await settle()
  expect(tab.posted.map(({ text }) => text)).toEqual(['First'])
  expect(tab.queue.map(({ error }) => error?.code)).toEqual(['invalid_request', undefined])

  tab.routes.delete('POST /chat')
  tab.store.set(removeQueuedAtom, tab.queue[0]!.id)
  await settle()
  expect(tab.posted.map(({ text }) => text)).toEqual(['First', 'Second'])
})

test('a message that waited goes out after the tab was closed and opened again', async () => {
  const browser = createBrowser()
  const first = await browser.openTab()
  first.setOnline(false)
  await first.write('Kept')
  browser.closeTabs()

  const second = await browser.openTab()
  await settle()

  expect(second.posted).toMatchObject([{ text: 'Kept', parent: 'msg_2' }])
  expect(second.lines.at(-2)).toBe('user: Kept')
})

test.each([
  ['waits behind a call that is open', { args: {} }, 1],
  ['waits for no call whose arguments were cut', { argsText: '{"for":"c' }, 0],
])('a message that waited %s', async (_, call, waiting) => {
  const browser = createBrowser()
  const first = await browser.openTab()
  first.setOnline(false)
  await first.write('Kept')
  browser.closeTabs()
  const answer = storedRow('msg_2', null, 'assistant', '')
  const content = {
    ...answer.content,
    content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'pick', ...call }],
    status: { type: 'requires-action', reason: 'tool-calls' },
  }

  const second = await browser.openTab({
    prepare: ({ routes }) =>
      routes.set('GET /threads/thread_9/messages', () =>
        json(200, { messages: [{ ...answer, content }] }),
      ),
  })
  // The code that runs tools loads first; there are none to run.
  await vi.dynamicImportSettled()
  await second.clock.advance(60_000)
  await settle()

  expect(second.queue).toHaveLength(waiting)
  expect(second.lines.includes('user: Kept')).toBe(true)
})

test('a message whose tab sleeps with its lock is not waited for longer than is said', async () => {
  const browser = createBrowser()
  const asleep = await browser.openTab()
  asleep.setOnline(false)
  await asleep.write('Held')

  const second = await browser.openTab()
  await settle()
  await second.clock.advance(LEADER_WAIT_MS - 1)
  expect(second.posted).toEqual([])
  await second.clock.advance(1)
  await settle()
  expect(second.posted).toMatchObject([{ text: 'Held', parent: 'msg_2' }])
})

test('a message that the server has already is not sent a second time', async () => {
  const browser = createBrowser()
  const first = await browser.openTab()
  first.setOnline(false)
  await first.write('Kept')
  const scope = first.store.get(ownerAtom)!.scope
  const [row] = await browser.rows.list('outbox', scope)
  const second = createBrowser()
  await second.rows.put('outbox', scope, row!)
  const stored = {
    id: 'msg_3',
    external_id: row!.id,
    parent_id: 'msg_2',
    height: 0,
    created_at: '2026-11-21T00:00:01.000Z',
    updated_at: '2026-11-21T00:00:01.000Z',
    format: 'aui/v0',
    content: { role: 'user', content: [{ type: 'text', text: 'Kept' }], metadata: {} },
  }
  const tab = await second.openTab({ isStored: false })
  tab.routes.set('GET /threads', () => json(200, { threads: [{ id: 'thread_9', title: 'Old' }] }))
  tab.routes.set('GET /threads/thread_9/messages', () => json(200, { messages: [stored] }))

  await tab.clock.advance(OUTBOX_YIELD_MS)
  await settle()

  expect(tab.posted).toEqual([])
  expect(tab.queue).toEqual([])
})

test('of two tabs only one sends what waits', async () => {
  const browser = createBrowser()
  const [first, second] = [await browser.openTab(), await browser.openTab()]
  first.setOnline(false)
  second.setOnline(false)
  await first.write('Once')
  expect(second.lines.at(-1)).toBe('user: Once')

  first.setOnline(true)
  second.setOnline(true)
  await settle()
  await first.clock.advance(OUTBOX_YIELD_MS)
  await second.clock.advance(OUTBOX_YIELD_MS)

  expect([...first.posted, ...second.posted]).toHaveLength(1)
  expect(first.queue).toEqual([])
  expect(second.queue).toEqual([])
})

test('takes as many messages as it has room for; the next one stays in the composer', async () => {
  const tab = await createBrowser().openTab()
  tab.setOnline(false)
  for (let count = 1; count < OUTBOX_MAX; count += 1) {
    tab.store.get(outboxDeskAtom)?.send({ text: `Message ${count}` })
  }
  await tab.write('The last one')
  expect(tab.store.get(draftAtom)).toBe('')
  expect(tab.queue).toHaveLength(OUTBOX_MAX)

  await tab.write('One too many')

  expect(tab.store.get(draftAtom)).toBe('One too many')
  expect(tab.queue).toHaveLength(OUTBOX_MAX)
})

test('when somebody else comes, nothing that waited is shown, sent or kept', async () => {
  const browser = createBrowser()
  const tab = await browser.openTab()
  tab.setOnline(false)
  await tab.write('Private')
  const { scope } = tab.store.get(ownerAtom)!
  expect(await browser.rows.list('outbox', scope)).toHaveLength(1)

  const getToken = () => null
  await tab.store.set(identifyAtom, { mode: 'token', epoch: 1, getToken }).catch(() => {})
  tab.setOnline(true)
  await tab.clock.advance(60_000)
  await settle()

  expect(tab.lines).toEqual([])
  expect(tab.queue).toEqual([])
  expect(tab.posted).toEqual([])
  expect(await browser.rows.list('outbox', scope)).toEqual([])
})

test('a message whose page was gone before the server’s word waits for no answer of its own', async () => {
  const browser = createBrowser()
  const first = await browser.openTab()
  first.routes.set('POST /chat', never)
  await first.write('Sent at the last moment')
  const [sent] = first.posted
  browser.closeTabs()

  const second = await browser.openTab({
    prepare({ routes, answers, openAnswer }) {
      const question = storedRow('msg_3', 'msg_2', 'user', 'Sent at the last moment')
      routes.set('GET /threads/thread_9/messages', () =>
        json(200, {
          messages: [
            { ...question, external_id: sent?.id },
            storedRow('msg_2', null, 'assistant', 'Answer'),
          ],
        }),
      )
      routes.set('GET /chat/thread_9/stream', () => {
        const response = openAnswer()
        void answers.at(-1)?.send(start('msg_4', 'msg_3', 'thread_9'), ...words('Half'))
        return response
      })
    },
  })
  await settle()

  expect(second.store.get(isRunningAtom)).toBe(true)
  expect(second.queue).toEqual([])
  expect(second.lines.slice(1)).toEqual(['user: Sent at the last moment', 'assistant: Half'])
  expect(second.posted).toEqual([])
})

test('a message for a thread that nobody ever saw goes out in the new thread that is shown', async () => {
  const browser = createBrowser()
  const first = await browser.openTab({ isStored: false })
  first.setOnline(false)
  await first.write('Begun offline')
  expect(first.lines).toEqual(['user: Begun offline'])
  browser.closeTabs()

  const second = await browser.openTab({ isStored: false })
  second.routes.set('GET /threads', () => json(200, { threads: [] }))
  const unknown = () => json(404, { error: 'not_found', message: 'Thread not found' })
  const { thread } = first.queue[0]!
  second.routes.set(`GET /threads/${thread}/messages`, unknown)
  await second.clock.advance(OUTBOX_YIELD_MS)
  await settle()

  expect(second.posted).toMatchObject([{ text: 'Begun offline', parent: undefined }])
  expect(second.lines[0]).toBe('user: Begun offline')
  expect(second.queue).toEqual([])
})

describe('a message that was refused in a conversation that nobody made', () => {
  async function refuseFirst(isStored: boolean) {
    const browser = createBrowser()
    const first = await browser.openTab({ isStored })
    await first.store.set(newThreadAtom)
    first.routes.set('POST /chat', () => json(409, { error: 'quota_exceeded', message: 'Full.' }))
    await first.write('Refused')
    expect(first.queue).toMatchObject([{ error: { code: 'quota_exceeded' } }])
    const { thread } = first.queue[0]!
    browser.closeTabs()
    return browser.openTab({
      isStored,
      prepare({ routes }) {
        const unknown = () => json(404, { error: 'not_found', message: 'Thread not found' })
        routes.set(`GET /threads/${thread}/messages`, unknown)
        if (!isStored) routes.set('GET /threads', () => json(200, { threads: [] }))
      },
    })
  }

  test('stands in the new one of the next page, and waits for a decision there', async () => {
    const second = await refuseFirst(false)
    await second.clock.advance(OUTBOX_YIELD_MS)
    await settle()

    expect(second.lines).toEqual(['user: Refused'])
    expect(second.posted).toEqual([])
    second.store.set(retryAtom, second.queue[0]!.id)
    await settle()
    expect(second.posted.map(({ text }) => text)).toEqual(['Refused'])
  })

  test('is a conversation of its own where the next page shows another one', async () => {
    const second = await refuseFirst(true)
    await second.clock.advance(OUTBOX_YIELD_MS)
    await settle()
    expect(second.lines).toEqual(['user: Question', 'assistant: Answer'])
    await second.store.set(loadThreadListAtom)
    const { regular } = second.store.get(threadListAtom)
    expect(regular.map(({ status }) => status)).toEqual(['regular', 'regular'])

    await second.store.set(switchThreadAtom, regular[0]!.id)
    expect(second.lines).toEqual(['user: Refused'])
    expect(second.posted).toEqual([])
  })
})

test('a message for a thread that is not shown goes out there, behind what it holds', async () => {
  const browser = createBrowser()
  const first = await browser.openTab()
  first.setOnline(false)
  await first.write('For the old thread')
  browser.closeTabs()
  const second = await browser.openTab({ isStored: false })
  await second.store.set(newThreadAtom)
  second.routes.set('GET /threads/thread_9/messages', () =>
    json(200, { messages: [storedRow('msg_2', null, 'assistant', 'Answer')] }),
  )
  await settle()

  await second.clock.advance(OUTBOX_YIELD_MS - 1)
  expect(second.posted).toEqual([])
  await second.clock.advance(1)
  await settle()

  expect(second.posted).toMatchObject([{ text: 'For the old thread', parent: 'msg_2' }])
  expect(second.lines).toEqual([])
})
