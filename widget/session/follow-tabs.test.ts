// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../api/fake-http.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import { createBrowser } from '../world/chat-tabs.test-support.ts'
import { storedRow } from '../world/chat-world.test-support.ts'
import { RUN_LOOKS_MS } from './follow-tabs.ts'

const PAGE = 'GET /threads/thread_9/messages'

test('shows what was said in another tab, and asks for nothing before', async () => {
  const { openTab } = createBrowser()
  const [first, second] = [await openTab(), await openTab()]
  const asked = second.http.to(PAGE).length
  second.routes.set(PAGE, () =>
    json(200, {
      messages: [
        storedRow('msg_4', 'msg_3', 'assistant', 'Yes'),
        storedRow('msg_3', null, 'user', 'Elsewhere'),
      ],
    }),
  )
  await settle()
  expect(second.http.to(PAGE)).toHaveLength(asked)

  await first.write('Elsewhere')
  await first.answers[0]?.send(start('msg_4', 'msg_3', 'thread_9'), ...words('Yes'), FINISH)
  await settle()

  expect(first.lines.slice(-2)).toEqual(['user: Elsewhere', 'assistant: Yes'])
  expect(second.lines).toEqual(['user: Elsewhere', 'assistant: Yes'])
})

test('looks again when it was told something while it was looking', async () => {
  const { openTab } = createBrowser()
  const [first, second] = [await openTab(), await openTab()]
  const gate = Promise.withResolvers<void>()
  let pages = 0
  second.routes.set(PAGE, async () => {
    pages += 1
    if (pages === 1) await gate.promise
    const messages = pages === 1 ? [] : [storedRow('msg_3', null, 'user', 'Elsewhere')]
    return json(200, { messages })
  })

  await first.write('Elsewhere')
  await settle()
  expect(pages).toBe(1)
  gate.resolve()
  await settle()

  expect(pages).toBeGreaterThan(1)
  expect(second.lines).toEqual(['user: Elsewhere'])
})

test('a tab that hears the others does not look by itself', async () => {
  const { openTab } = createBrowser()
  const tab = await openTab()
  const asked = tab.http.to(PAGE).length

  tab.tabs.reread()
  await settle()

  expect(tab.http.to(PAGE)).toHaveLength(asked)
})

/** A tab that reads as many stored messages as there are. */
async function openReader(openTab: ReturnType<typeof createBrowser>['openTab']) {
  const tab = await openTab()
  const rows = [storedRow('msg_1', null, 'user', 'Before')]
  tab.routes.set(PAGE, () => json(200, { messages: rows }))
  return { tab, rows }
}

test('shows what was said elsewhere before it could hear', async () => {
  const { openTab } = createBrowser()
  const first = await openTab()
  await first.write('Elsewhere')
  const pages = first.http.to(PAGE).length

  // No other tab was open when the message was posted.
  const second = await openTab()

  expect(second.http.to(PAGE)).toHaveLength(2)
  expect(first.http.to(PAGE)).toHaveLength(pages)
})

test('a tab in which nothing was done tells nobody to look', async () => {
  const { openTab } = createBrowser()
  await openTab()

  const second = await openTab()

  expect(second.http.to(PAGE)).toHaveLength(1)
})

test('looks again for an answer whose message had not reached the server', async () => {
  const { openTab } = createBrowser()
  const first = await openTab()
  const { tab, rows } = await openReader(openTab)
  await first.write('Elsewhere')
  rows.unshift(storedRow('msg_3', 'msg_1', 'user', 'Elsewhere'))

  for (const delayMs of RUN_LOOKS_MS) await tab.clock.advance(delayMs)

  expect(tab.lines).toEqual(['user: Before', 'user: Elsewhere'])
  const asked = tab.http.to(PAGE).length
  await tab.clock.advance(RUN_LOOKS_MS.at(-1)! * 2)
  expect(tab.http.to(PAGE)).toHaveLength(asked)
})

test('looks no more for an answer that is told to have ended', async () => {
  const { openTab } = createBrowser()
  const first = await openTab()
  const { tab } = await openReader(openTab)
  await first.write('Elsewhere')
  await first.answers[0]?.send(start('msg_4', 'msg_3', 'thread_9'), ...words('Yes'), FINISH)
  await settle()
  const asked = tab.http.to(PAGE).length

  for (const delayMs of RUN_LOOKS_MS) await tab.clock.advance(delayMs)

  expect(tab.http.to(PAGE)).toHaveLength(asked)
})
