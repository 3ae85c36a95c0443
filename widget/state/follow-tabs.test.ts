// @vitest-environment node
import { expect, test } from 'vitest'
import { FINISH, start, words } from '../engine/fake-cloud.test-support.ts'
import { json } from '../cloud/fake-http.test-support.ts'
import { settle } from '../cloud/manual-clock.test-support.ts'
import { createBrowser } from './chat-tabs.test-support.ts'
import { storedRow } from './chat-world.test-support.ts'

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
