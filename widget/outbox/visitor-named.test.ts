// @vitest-environment node
import { expect, test } from 'vitest'
import { fakeToken } from '../api/fake-tokens.test-support.ts'
import { settle } from '../api/manual-clock.test-support.ts'
import { draftAtom } from '../composer/atoms/composer.ts'
import { createBrowser } from '../world/chat-tabs.test-support.ts'
import { identifyAtom } from '../world/identify.ts'
import { ownerAtom } from '../world/owner.ts'

test('unsent messages of a visitor become the draft of the person whom the page names', async () => {
  const browser = createBrowser()
  const tab = await browser.openTab()
  tab.setOnline(false)
  await tab.write('First')
  await tab.write('Second')
  tab.store.set(draftAtom, 'Third')
  const { scope } = tab.store.get(ownerAtom)!
  expect(await browser.rows.list('outbox', scope)).toHaveLength(2)

  const getToken = () => fakeToken({ exp: 4_000_000_000, sub: 'ada' })
  await tab.store.set(identifyAtom, { mode: 'token', epoch: 1, getToken })
  await settle()

  expect(tab.posted).toEqual([])
  expect(tab.store.get(draftAtom)).toBe('First\n\nSecond\n\nThird')
  expect(tab.queue).toEqual([])
  expect(await browser.rows.list('outbox', scope)).toEqual([])
})
