import { answers, expectText, openChat, send, settled, test } from './engine-test.ts'

/** A mark on the window shows whether the shown page is the one that was left. */
interface Marked {
  readonly wasKept?: boolean
}

test('an answer that was left in the middle is whole after the way back', async ({
  tab,
  baseURL,
  model,
  browserName,
}, info) => {
  const key = `left-${browserName}-${info.repeatEachIndex}`
  await tab.goto(`${baseURL}/bare.html`)
  await openChat(tab)
  await send(tab, `say Begun; hold ${key}; json " and done"`)
  await expectText(tab, answers, 'Begun')
  await tab.evaluate(() => {
    addEventListener('pageshow', ({ persisted }) =>
      Object.assign(globalThis, { wasKept: persisted }),
    )
  })

  // A page without the chat: with it, that page finds the answer, and the next one only says that it is unread.
  await tab.leave(`${baseURL}/v1/docs`)
  model.release(key)
  await tab.back()

  await expectText(tab, answers, 'Begun and done')
  await settled(tab)
  const isKept = await tab.evaluate(() => (globalThis as Marked).wasKept)
  console.log(`figure: ${browserName} kept the page: ${isKept === true}`)
})
