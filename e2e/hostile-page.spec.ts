import { expect, test } from './fixtures.ts'
import { addTagPage } from './tag-page.ts'

const HOSTILE_CSS = `
  *, *::before, *::after { display: none !important; visibility: hidden !important; opacity: 0 !important; pointer-events: none !important }
  alcove-root, alcove-root *, div, button, iframe { position: static !important; transform: translateX(-9999px) !important; width: 0 !important; content-visibility: hidden !important }
  html, head, body, main { display: block !important; visibility: visible !important; opacity: 1 !important }`

test('style sheets that hide, move and shrink everything change nothing of the chat (T16d)', async ({
  page,
  site,
  chat,
}) => {
  addTagPage(site, '/hostile-css.html', '', `<button>Theirs</button><style>${HOSTILE_CSS}</style>`)
  await page.goto('/hostile-css.html')

  await expect(chat.launcher).toHaveCSS('opacity', '1')
  const { x, width } = (await chat.launcher.boundingBox())!
  expect(Math.round(x + width)).toBe(page.viewportSize()!.width - 20)
  await chat.open()
  await chat.send('say Still here')
  await expect(chat.answer).toContainText('Still here')

  // Positive control: the style sheets hide the page's own elements.
  await expect(page.locator('main button')).toBeHidden()
})

test('the frame in a separate window has no opener, and sends no requests (T11)', async ({
  page,
  site,
  alcove,
}) => {
  await page.goto('/bare.html')
  const asked: string[] = []
  page.context().on('request', (request) => asked.push(new URL(request.url()).pathname))
  const openWindow = async (url: string) => {
    const popup = page.waitForEvent('popup')
    await page.evaluate((address) => void Object.assign(window, { opened: open(address) }), url)
    const opened = await popup
    await opened.waitForLoadState()
    const isSevered = () =>
      page.evaluate(() => (window as unknown as { opened: Window }).opened.closed)
    return [await opened.evaluate(() => opener !== null), await isSevered(), opened] as const
  }

  const [hasOpener, isSevered, frame] = await openWindow(`http://localhost:${alcove.port}/frame`)
  expect([hasOpener, isSevered]).toEqual([false, true])
  await expect.poll(() => asked).toContain('/frame')
  await frame.waitForLoadState('networkidle')
  expect(asked.filter((path) => path.startsWith('/v1/'))).toEqual([])

  // A window of any other page keeps both.
  const [others, severed] = await openWindow(`http://127.0.0.1:${site.port}/bare.html`)
  expect([others, severed]).toEqual([true, false])
})

test('no token stands in an address, in all that a conversation asks for (T13)', async ({
  page,
  chat,
}) => {
  const addresses: string[] = []
  const headers: string[] = []
  page.on('request', (request) => {
    const { referer = '', authorization = '' } = request.headers()
    addresses.push(request.url(), referer)
    headers.push(authorization)
  })
  await page.goto('/bare.html')
  await chat.open()
  await chat.send('say One')
  await chat.settled()
  await page.reload()
  await chat.open()
  await expect(chat.answer).toContainText('One')

  const SECRET = /eyJ|rt_|sk_/
  await expect.poll(() => headers.filter((text) => SECRET.test(text)).length).toBeGreaterThan(1)
  expect(addresses.filter((text) => SECRET.test(text))).toEqual([])
  expect(
    page
      .frames()
      .map((frame) => frame.url())
      .filter((text) => SECRET.test(text)),
  ).toEqual([])
})

test('a frame from which the page took the clipboard copies all the same, and gets no camera (T15)', async ({
  page,
  chat,
}) => {
  await page.addInitScript(() => {
    const { setAttribute } = Element.prototype
    Element.prototype.setAttribute = function (name, value) {
      if (name !== 'allow') setAttribute.call(this, name, value)
    }
  })
  await page.goto('/bare.html')
  await chat.open()
  await chat.send('say To be copied')
  await chat.settled()
  const frame = page.frames().find((each) => each.url().endsWith('/frame'))!
  const allows = `['camera', 'microphone', 'geolocation', 'payment'].map((name) => document.featurePolicy.allowsFeature(name))`
  expect(await frame.evaluate(allows)).toEqual([false, false, false, false])
  expect(await page.evaluate(allows)).toEqual([true, true, true, true])
  const refusal = `navigator.clipboard.writeText('x').then(() => '', ({ name }) => name)`
  expect(await frame.evaluate(refusal)).toBe('NotAllowedError')

  const copied = frame.evaluate(
    () =>
      new Promise((resolve) =>
        document.addEventListener('copy', ({ target }) =>
          resolve(String(getSelection()) || (target as HTMLTextAreaElement).value),
        ),
      ),
  )
  await chat.answer.hover()
  await chat.button('Copy').last().click()
  expect(await copied).toContain('To be copied')
})
