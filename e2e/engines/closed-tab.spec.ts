import { HOST_SECRET } from '../fixtures.ts'
import { createHostToken, signedInPage } from '../host-token.ts'
import { startCallGate } from './call-gate.ts'
import {
  answers,
  button,
  expect,
  expectCount,
  expectText,
  openChat,
  send,
  settled,
  test,
} from './engine-test.ts'

test('a rating arrives at the next opening, though its tab closed before the call went out', async ({
  tab,
  baseURL,
  site,
  alcove,
  browserName,
}, info) => {
  const gate = await startCallGate(alcove.port, /^POST .*\/feedback$/)
  try {
    const key = `rating-${browserName}-${info.repeatEachIndex}`
    const html = signedInPage(createHostToken(key, HOST_SECRET))
    site.add(`/${key}.html`, { html: html.replace('{{ALCOVE_ORIGIN}}', gate.origin) })
    const url = `${baseURL}/${key}.html`
    await tab.goto(url)
    await openChat(tab)
    await send(tab, 'say Hello')
    await settled(tab)
    const good = button('Good answer', answers)
    await expectCount(tab, good, 1)

    await tab.clickAndClose(good, url)
    gate.open()
    expect(gate.passed).toEqual([])
    await openChat(tab)

    await expect.poll(() => gate.passed).toHaveLength(1)
    expect(gate.passed[0]).toMatch(/feedback 200$/)
    await expectText(tab, answers, 'Hello')
    const isPressed = () =>
      tab.evaluate((root) =>
        [...root.querySelectorAll('[role=log] [aria-pressed=true]')].map((each) =>
          each.getAttribute('aria-label'),
        ),
      )
    await expect.poll(isPressed).toHaveLength(1)

    // The server has stored it: it appears without another call.
    await tab.reload()
    await openChat(tab)
    await expect.poll(isPressed).toHaveLength(1)
    expect(gate.passed).toHaveLength(1)
  } finally {
    await gate.stop()
  }
})
