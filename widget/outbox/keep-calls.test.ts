// @vitest-environment node
import { describe, expect, test, vi } from 'vitest'
import { json, networkError, never, type Answer } from '../api/fake-http.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { giveFeedbackAtom } from '../conversation/atoms/feedback.ts'
import { messageIdsAtom } from '../conversation/atoms/thread.ts'
import { CALL_KEPT_MAX_MS, CALLS_KEPT_MAX } from '../device/kept-calls.ts'
import { createBrowser } from '../world/chat-tabs.test-support.ts'
import { failuresAtom } from '../world/failures.ts'
import { LEADER_WAIT_MS } from '../session/keep-owner.ts'
import { ownerAtom } from '../world/owner.ts'
import { signOutAtom } from '../world/identify.ts'
import { threadsAtom } from '../thread-list/atoms/thread-list-facts.ts'

const RATING = 'POST /threads/thread_9/messages/msg_2/feedback'
const UNRATING = 'DELETE /threads/thread_9/messages/msg_2/feedback'
const THREAD = 'PUT /threads/thread_9'
const SAVED = () => json(200, { feedback_id: 'feedback_1', type: 'positive' })

type Browser = ReturnType<typeof createBrowser>
type Tab = Awaited<ReturnType<Browser['openTab']>>

const answerOf = (tab: Tab) => tab.store.get(messageIdsAtom).at(-1) ?? ''
const shownOf = (tab: Tab) => tab.messages.at(-1)?.metadata.submittedFeedback ?? null
const bodiesOf = (tab: Tab, route: string) => tab.http.to(route).map(({ body }) => body)

/** Rates in a tab that closes before the server has answered. */
async function rateAndClose(browser: Browser, type: 'positive' | 'negative', comment?: string) {
  const tab = await browser.openTab({
    prepare: ({ routes }) => void routes.set(RATING, () => never()),
  })
  tab.store.set(giveFeedbackAtom, answerOf(tab), { type, ...(comment ? { comment } : {}) })
  await settle()
  browser.closeTabs()
  return tab
}

const openRated = (browser: Browser, answer: () => Answer = SAVED) =>
  browser.openTab({ prepare: ({ routes }) => void routes.set(RATING, answer) })

const keptOf = async ({ rows }: Browser, tab: Tab) =>
  rows.list('calls', tab.store.get(ownerAtom)!.scope)

describe('a rating', () => {
  test('whose tab closes at once reaches the server at the next opening, once', async () => {
    const browser = createBrowser()
    await rateAndClose(browser, 'negative', 'Too short.')

    const next = await openRated(browser)
    await vi.waitFor(async () => expect(await keptOf(browser, next)).toEqual([]))
    expect(bodiesOf(next, RATING)).toEqual([{ type: 'negative', comment: 'Too short.' }])

    const last = await openRated(browser)
    await settle()
    expect(bodiesOf(last, RATING)).toEqual([])
  })

  test('that was given before another counts no more, in whatever tab', async () => {
    const browser = createBrowser()
    await rateAndClose(browser, 'positive')
    await rateAndClose(browser, 'negative')

    const next = await openRated(browser)
    await settle()
    expect(bodiesOf(next, RATING)).toEqual([{ type: 'negative' }])
  })

  test('that is taken back while an earlier one is on its way stays taken back', async () => {
    const browser = createBrowser()
    const tab = await browser.openTab({
      prepare: ({ routes }) => void routes.set(RATING, () => never()),
    })
    tab.store.set(giveFeedbackAtom, answerOf(tab), { type: 'positive' })
    await settle()
    tab.store.set(giveFeedbackAtom, answerOf(tab), null)
    await settle()
    browser.closeTabs()

    const next = await browser.openTab({
      prepare: ({ routes }) => void routes.set(UNRATING, () => json(200, {})),
    })
    await settle()
    expect(next.http.to(UNRATING)).toHaveLength(1)
    expect(bodiesOf(next, RATING)).toEqual([])
  })

  test('of an earlier visit does not undo one of now', async () => {
    const browser = createBrowser()
    await rateAndClose(browser, 'positive')

    const next = await openRated(browser, networkError)
    next.routes.set(RATING, SAVED)
    next.store.set(giveFeedbackAtom, answerOf(next), { type: 'negative' })
    await next.clock.advance(60_000)
    expect(bodiesOf(next, RATING).at(-1)).toEqual({ type: 'negative' })
    expect(await keptOf(browser, next)).toEqual([])
  })

  test('that was given offline stays on the screen, and goes out when the network is back', async () => {
    const browser = createBrowser()
    const tab = await openRated(browser, networkError)
    tab.setOnline(false)
    tab.store.set(giveFeedbackAtom, answerOf(tab), { type: 'positive' })
    await tab.clock.advance(5_000)
    expect(shownOf(tab)).toEqual({ type: 'positive' })
    expect(tab.store.get(failuresAtom)).toEqual([])

    const before = bodiesOf(tab, RATING).length
    tab.routes.set(RATING, SAVED)
    tab.setOnline(true)
    await settle()
    expect(bodiesOf(tab, RATING).slice(before)).toEqual([{ type: 'positive' }])
    expect(await keptOf(browser, tab)).toEqual([])
  })

  test('of a tab that closes is sent by another tab that is open', async () => {
    const browser = createBrowser()
    const other = await openRated(browser)
    await rateAndClose(browser, 'positive')
    expect(bodiesOf(other, RATING)).toEqual([])
    // In this simulated browser, its lock becomes free only then.
    await other.clock.advance(LEADER_WAIT_MS)
    expect(bodiesOf(other, RATING)).toEqual([{ type: 'positive' }])
  })

  test('that the server refuses for good is dropped, in words', async () => {
    const browser = createBrowser()
    await rateAndClose(browser, 'positive')

    const next = await openRated(browser, () => json(400, { error: 'invalid_request' }))
    await settle()
    expect(next.store.get(failuresAtom)).toMatchObject([{ type: 'feedback' }])
    expect(await keptOf(browser, next)).toEqual([])
  })

  test('ends with the person who gave it', async () => {
    const browser = createBrowser()
    const tab = await rateAndClose(browser, 'positive')
    const { scope } = tab.store.get(ownerAtom)!
    expect(await browser.rows.list('calls', scope)).toHaveLength(1)

    tab.store.set(signOutAtom, 1)
    await settle()
    expect(await browser.rows.list('calls', scope)).toEqual([])
  })

  test('is kept for its time, and not longer', async () => {
    const browser = createBrowser()
    await rateAndClose(browser, 'positive')

    const next = await browser.openTab({
      isLate: true,
      prepare: ({ routes }) => void routes.set(RATING, SAVED),
    })
    next.clock.jump(CALL_KEPT_MAX_MS.rating + 60_000)
    await next.keep()
    expect(bodiesOf(next, RATING)).toEqual([])
  })

  test('is one of so many that are kept', async () => {
    const browser = createBrowser()
    const tab = await openRated(browser, () => never())
    for (let count = 0; count <= CALLS_KEPT_MAX; count += 1)
      tab.store.set(giveFeedbackAtom, answerOf(tab), { type: 'positive' })
    await settle()
    expect(await keptOf(browser, tab)).toHaveLength(CALLS_KEPT_MAX)
  })
})

describe('a change of the list', () => {
  test.each([
    ['rename', THREAD, { title: 'Tea' }],
    ['archive', THREAD, { is_archived: true }],
    ['delete', 'DELETE /threads/thread_9', undefined],
  ] as const)('%s reaches the server though its tab closes at once', async (type, route, body) => {
    const browser = createBrowser()
    const tab = await browser.openTab({
      prepare: ({ routes }) => void routes.set(route, () => never()),
    })
    const threads = tab.store.get(threadsAtom)!
    const change = type === 'rename' ? threads.rename('thread_9', 'Tea') : threads[type]('thread_9')
    change.catch(() => {})
    await settle()
    browser.closeTabs()

    const next = await browser.openTab({
      prepare: ({ routes }) => void routes.set(route, () => json(200, {})),
    })
    await settle()
    expect(bodiesOf(next, route)).toEqual([body])
    expect(await keptOf(browser, next)).toEqual([])
  })

  test('that failed and was taken back on the screen is not made later', async () => {
    const browser = createBrowser()
    const tab = await browser.openTab({
      prepare: ({ routes }) => void routes.set(THREAD, () => networkError()),
    })
    const change = tab.store.get(threadsAtom)!.rename('thread_9', 'Tea')
    await expect(change).rejects.toThrow()
    await settle()
    expect(await keptOf(browser, tab)).toEqual([])
  })
})
