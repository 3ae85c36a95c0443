// @vitest-environment node
import { expect, test } from 'vitest'
import { json } from '../api/fake-http.test-support.ts'
import { sendWaitAtom } from '../composer/atoms/composer.ts'
import { FINISH, start, words } from '../conversation/fake-cloud.test-support.ts'
import { createBrowser } from '../world/chat-tabs.test-support.ts'
import { FORGET_WAIT_MS, forgetEverybodyAtom, OWNER_WAIT_MS } from '../world/owner.ts'

test('a message that is sent before anything could keep it waits for that', async () => {
  const tab = await createBrowser().openTab({ isLate: true })
  tab.routes.set('POST /chat', () => json(503, { message: 'Busy.' }))
  await tab.write('Early')
  expect(tab.posted).toEqual([])
  expect(tab.store.get(sendWaitAtom)).toBe('thread')

  await tab.keep()

  expect(tab.posted).toMatchObject([{ text: 'Early' }])
  // The message is stored on the device: a reload would find it.
  expect(tab.queue).toMatchObject([{ error: { message: 'Busy.' } }])
  expect(tab.store.get(sendWaitAtom)).toBeNull()
})

test('where nothing comes that could keep it, it goes out in the end', async () => {
  const tab = await createBrowser().openTab({ isLate: true })
  await tab.write('Early')
  await tab.clock.advance(OWNER_WAIT_MS - 1)
  expect(tab.posted).toEqual([])

  await tab.clock.advance(1)
  expect(tab.posted).toMatchObject([{ text: 'Early' }])
  await tab.answers[0]?.send(start('msg_4', 'msg_3', 'thread_9'), ...words('Yes'), FINISH)
  await tab.write('Next')
  // The next message does not wait again.
  expect(tab.posted.map(({ text }) => text)).toEqual(['Early', 'Next'])
})

test('whoever wants everything forgotten waits for what keeps it, and not for ever', async () => {
  const tab = await createBrowser().openTab({ isLate: true })
  let forgotten = 0
  const forget = () => tab.store.set(forgetEverybodyAtom).then(() => (forgotten += 1))
  void forget()
  await tab.clock.advance(FORGET_WAIT_MS - 1)
  expect(forgotten).toBe(0)
  await tab.clock.advance(1)
  expect(forgotten).toBe(1)

  void forget()
  await tab.keep()
  await tab.clock.advance(1)
  expect(forgotten).toBe(2)
})
