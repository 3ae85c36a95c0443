// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../api/fake-http.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { removeQueuedAtom, retryAtom } from '../conversation/atoms/thread.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import { createBrowser } from '../world/chat-tabs.test-support.ts'
import { REPEAT_MAX_S } from './ended-limits.ts'

type Browser = ReturnType<typeof createBrowser>
type Tab = Awaited<ReturnType<Browser['openTab']>>

const LIMIT_S = 30
const limited = (seconds = LIMIT_S, error = 'rate_limited') =>
  json(429, { error, message: 'Too many.' }, { 'Retry-After': `${seconds}` })
const refuse = (tab: Tab, refusal: () => Response) => tab.routes.set('POST /chat', refusal)
const accept = (tab: Tab) => tab.routes.delete('POST /chat')
const textsOf = (tab: Tab) => tab.posted.map(({ text }) => text)
const codesOf = (tab: Tab) => tab.queue.map(({ error }) => error?.code)

async function openRefused(refusal = () => limited()) {
  const browser = createBrowser()
  const tab = await browser.openTab()
  refuse(tab, refusal)
  await tab.write('Third')
  await tab.write('Fourth')
  return { browser, tab }
}

test('a message that met a limit goes out when it ends, and then the one behind it', async () => {
  const { tab } = await openRefused()
  expect(textsOf(tab)).toEqual(['Third'])
  expect(codesOf(tab)).toEqual(['rate_limited', undefined])
  expect(tab.queue[0]?.endsAt).toBe(tab.clock.now() + LIMIT_S * 1_000)

  accept(tab)
  await tab.clock.advance(LIMIT_S * 1_000 - 1)
  expect(textsOf(tab)).toEqual(['Third'])
  await tab.clock.advance(1)
  await settle()

  expect(textsOf(tab)).toEqual(['Third', 'Third'])
  await tab.answers[0]?.send(start('msg_4', 'msg_3', 'thread_9'), ...words('Yes'), FINISH)
  await settle()
  expect(textsOf(tab)).toEqual(['Third', 'Third', 'Fourth'])
  expect(new Set(tab.posted.map(({ id }) => id)).size).toBe(2)
  expect(tab.queue).toEqual([])
})

test('a message that meets the limit once more is left to the person, whose try begins anew', async () => {
  const { tab } = await openRefused()
  await tab.clock.advance(LIMIT_S * 1_000)
  expect(textsOf(tab)).toEqual(['Third', 'Third'])
  await tab.clock.advance(10 * LIMIT_S * 1_000)
  expect(textsOf(tab)).toEqual(['Third', 'Third'])
  expect(codesOf(tab)).toEqual(['rate_limited', undefined])

  refuse(tab, () => limited(2))
  tab.store.set(retryAtom, tab.queue[0]!.id)
  await settle()
  expect(textsOf(tab)).toHaveLength(3)
  accept(tab)
  await tab.clock.advance(2_000)
  expect(textsOf(tab)).toHaveLength(4)
  expect(codesOf(tab)).toEqual([undefined])
})

test.each([
  ['ends later than is waited for', () => limited(REPEAT_MAX_S + 1)],
  ['is one of the day', () => limited(LIMIT_S, 'budget_exhausted')],
  ['tells no end', () => json(429, { error: 'rate_limited', message: 'Too many.' })],
])('a message whose limit %s waits for the person, in its order', async (_, refusal) => {
  const { tab } = await openRefused(refusal)
  accept(tab)
  await tab.clock.advance(10 * REPEAT_MAX_S * 1_000)
  expect(textsOf(tab)).toEqual(['Third'])
  expect(codesOf(tab)[1]).toBeUndefined()
  expect(tab.queue).toHaveLength(2)

  tab.store.set(retryAtom, tab.queue[0]!.id)
  await settle()
  await tab.answers[0]?.send(start('msg_4', 'msg_3', 'thread_9'), ...words('Yes'), FINISH)
  await settle()
  expect(textsOf(tab)).toEqual(['Third', 'Third', 'Fourth'])
})

test('a limit ends for a page that was opened again, too, and no sooner', async () => {
  const { browser, tab } = await openRefused()
  await tab.clock.advance(10_000)
  browser.closeTabs()

  const second = await browser.openTab({ prepare: ({ clock }) => clock.jump(10_000) })
  await settle()
  expect(codesOf(second)).toEqual(['rate_limited', undefined])
  await second.clock.advance(20_000 - 1)
  expect(second.posted).toEqual([])
  await second.clock.advance(1)
  await settle()
  expect(textsOf(second)).toEqual(['Third'])
})

test('of two tabs only one sends a message again, and only once', async () => {
  const browser = createBrowser()
  const [first, second] = [await browser.openTab(), await browser.openTab()]
  refuse(first, () => limited())
  refuse(second, () => limited())
  await first.write('Third')
  await settle()
  expect(codesOf(second)).toEqual(['rate_limited'])

  for (let minute = 0; minute < 3; minute += 1) {
    await first.clock.advance(60_000)
    await second.clock.advance(60_000)
  }
  expect([...textsOf(first), ...textsOf(second)]).toEqual(['Third', 'Third'])
})

test('a refused message that is removed lets the next one go at once', async () => {
  const { tab } = await openRefused()
  accept(tab)
  tab.store.set(removeQueuedAtom, tab.queue[0]!.id)
  await settle()
  expect(textsOf(tab)).toEqual(['Third', 'Fourth'])
  await tab.clock.advance(LIMIT_S * 1_000)
  expect(textsOf(tab)).toEqual(['Third', 'Fourth'])
})
