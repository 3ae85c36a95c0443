import { readdirSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { HostSite } from './host-site.ts'
import { scanAccessibility } from './scan-accessibility.ts'

/** Adds a page in a language, with attributes of its script tag. */
const addPage = (site: HostSite, lang: string, attributes = '') =>
  site.add('/in-a-language.html', {
    html: `<!doctype html><html lang="${lang}"><title>Shop</title><main><h1>Shop</h1></main><script async src="{{ALCOVE_ORIGIN}}/alcove.js" data-app="default" ${attributes}></script></html>`,
  })

/** The chat by the names of its elements in a language. */
const chatIn = (page: Page, names: { message: string; send: string; log: string }) => {
  const frame = page.frameLocator('alcove-root iframe')
  return {
    frame,
    document: frame.locator('html'),
    field: frame.getByRole('textbox', { name: names.message, exact: true }),
    send: frame.getByRole('button', { name: names.send, exact: true }),
    log: frame.getByRole('log', { name: names.log, exact: true }),
    button: (name: string) => frame.getByRole('button', { name, exact: true }),
  }
}
const GERMAN = { message: 'Nachricht', send: 'Senden', log: 'Nachrichten' }
const ARABIC = { message: 'الرسالة', send: 'إرسال', log: 'الرسائل' }
const SPANISH = { message: 'Mensaje', send: 'Enviar', log: 'Mensajes' }
const ENGLISH = { message: 'Message', send: 'Send', log: 'Messages' }

/** Parts of font names by language. */
const FONTS: Readonly<Record<string, string>> = {
  ja: 'JP',
  ko: 'KR',
  'zh-Hans': 'SC',
  'zh-Hant': 'TC',
}

const open = async (page: Page) => {
  await page.goto('/in-a-language.html')
  await page.getByRole('button', { name: 'Open chat' }).click()
}
const speak = (page: Page, lang: string) =>
  page.evaluate((tag) => (document.documentElement.lang = tag), lang)

/** Records requested files of languages. */
function watchFiles(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const name = /\/locale-(.+)-\w+\.js$/.exec(request.url())?.[1]
    if (name !== undefined) asked.push(name)
  })
  return asked
}

/** The chat's excess width over its frame, and button texts that are cut off. */
const findClipped = (field: Locator) =>
  field.evaluate(({ ownerDocument: document }) => ({
    page: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    buttons: [...document.querySelectorAll('button')]
      .filter((button) => button.checkVisibility() && button.clientWidth > 0)
      .filter((button) => button.scrollWidth > button.clientWidth + 1)
      .map((button) => button.textContent),
  }))

/** Pixels between the start side of right-to-left lines and an element's text. */
const findSpaceBefore = (element: Locator) =>
  element.evaluate((box) => {
    const words = document.createRange()
    words.selectNodeContents(box)
    return Math.round(box.getBoundingClientRect().right - words.getBoundingClientRect().right)
  })

test(
  'a page in German has a chat in German, for one file (A35)',
  { tag: '@nightly' },
  async ({ page, site }) => {
    addPage(site, 'de-AT')
    const asked = watchFiles(page)
    const chat = chatIn(page, GERMAN)
    await open(page)
    await expect(chat.field).toBeVisible()
    await expect(chat.document).toHaveAttribute('lang', 'de')
    await expect(chat.document).toHaveAttribute('dir', 'ltr')

    await chat.field.fill('say Guten Tag')
    await chat.field.press('Enter')
    await expect(chat.log).toContainText('Guten Tag')
    await expect(chat.send).toBeVisible()
    await chat.button('Unterhaltungen').click()
    await expect(chat.frame.getByText('Heute', { exact: true })).toBeVisible()
    await expect.poll(() => asked).toEqual(['de'])
  },
)

test(
  'what came behind the closed panel is told in the language of the chat',
  { tag: '@nightly' },
  async ({ page, site, model }) => {
    addPage(site, 'de')
    const chat = chatIn(page, GERMAN)
    await open(page)
    await chat.field.fill('say Eins; hold in-german; json " und zwei"')
    await chat.field.press('Enter')
    await expect(chat.log).toContainText('Eins')
    await chat.button('Schließen').click()
    await expect(page.getByRole('button', { name: 'Open chat, antwortet' })).toBeVisible()
    model.release('in-german')
    await expect(page.getByRole('button', { name: 'Open chat, neue Antwort' })).toBeVisible()
    await expect(page.locator('alcove-root [aria-live]')).toHaveText('neue Antwort')
  },
)

test('a page in English asks for no file', { tag: '@nightly' }, async ({ page, site }) => {
  addPage(site, 'en-GB')
  const asked = watchFiles(page)
  await open(page)
  await expect(chatIn(page, ENGLISH).field).toBeVisible()
  expect(asked).toEqual([])
})

test(
  'a page in Mexican Spanish has the words of Spanish and, in their place, its own',
  { tag: '@nightly' },
  async ({ page, site }) => {
    addPage(site, 'es-MX')
    const asked = watchFiles(page)
    const chat = chatIn(page, SPANISH)
    await open(page)
    await chat.field.fill('say Buenos días')
    await chat.field.press('Enter')
    await expect(chat.log).toContainText('Buenos días')
    await expect(chat.log).toContainText('Asistente dijo')
    await expect(chat.document).toHaveAttribute('lang', 'es-419')
    await expect.poll(() => asked.toSorted()).toEqual(['es', 'es-419'])
  },
)

test('Arabic runs from right to left, and a scan finds nothing (A23, A35, U110)', async ({
  page,
  site,
}) => {
  addPage(site, 'ar')
  const chat = chatIn(page, ARABIC)
  await open(page)
  await expect(chat.field).toBeVisible()
  await expect(chat.document).toHaveAttribute('dir', 'rtl')
  await expect(chat.document).toHaveAttribute('lang', 'ar')
  await expect(page.getByRole('dialog', { name: 'المحادثة', exact: true })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'المحادثة', exact: true })).toBeAttached()
  await expect(page.locator('alcove-root iframe')).toHaveAttribute('title', 'المحادثة')
  expect(await findSpaceBefore(chat.frame.getByRole('heading', { level: 1 }))).toBe(0)
  await chat.field.fill('say مرحبا بك')
  await chat.field.press('Enter')
  await expect(chat.log).toContainText('مرحبا بك')
  await expect(chat.send).toBeVisible()

  const [sendBox, fieldBox] = [await chat.send.boundingBox(), await chat.field.boundingBox()]
  expect(sendBox!.x).toBeLessThan(fieldBox!.x + fieldBox!.width / 2)
  expect(await scanAccessibility(page)).toEqual([])
  await chat.button('المحادثات').click()
  await expect(chat.frame.getByText('اليوم', { exact: true })).toBeVisible()
  expect(await scanAccessibility(page)).toEqual([])
})

test(
  'another language of the page takes neither draft nor conversation, and names the frame (A23)',
  { tag: '@nightly' },
  async ({ page, site }) => {
    addPage(site, 'en')
    await open(page)
    const english = chatIn(page, ENGLISH)
    await english.field.fill('say Kept')
    await english.field.press('Enter')
    await expect(english.log).toContainText('Kept')
    await english.field.fill('Half a sentence')

    await speak(page, 'ar')
    const arabic = chatIn(page, ARABIC)
    await expect(arabic.field).toHaveValue('Half a sentence')
    await expect(arabic.field).toBeFocused()
    await expect(arabic.log).toContainText('Kept')
    await expect(arabic.document).toHaveAttribute('dir', 'rtl')

    await speak(page, 'de')
    const german = chatIn(page, GERMAN)
    await expect(german.field).toHaveValue('Half a sentence')
    await expect(german.log).toContainText('Kept')
    await expect(german.document).toHaveAttribute('dir', 'ltr')
    await expect(german.frame.locator('main')).toHaveCount(1)

    await speak(page, 'tr')
    const title = page.locator('alcove-root iframe')
    await expect(title).toHaveAttribute('title', 'Sohbet')
    await speak(page, 'en')
    await expect(title).toHaveAttribute('title', 'Chat')
    await expect(page.getByRole('dialog', { name: 'Chat', exact: true })).toBeVisible()
  },
)

test(
  'what the page says goes before what its document says, until it takes it back',
  { tag: '@nightly' },
  async ({ page, site }) => {
    addPage(site, 'ar', 'data-locale="de"')
    await open(page)
    await expect(chatIn(page, GERMAN).field).toBeVisible()

    await page.evaluate(() => window.Alcove!('update', { locale: 'en' }))
    await expect(chatIn(page, ENGLISH).field).toBeVisible()
    await speak(page, 'de')
    await expect(chatIn(page, ENGLISH).field).toBeVisible()

    await page.evaluate(() => window.Alcove!('update', { locale: 'html' }))
    await expect(chatIn(page, GERMAN).field).toBeVisible()
  },
)

test(
  'a language that there is not is English, with one warning',
  { tag: '@nightly' },
  async ({ page, site }) => {
    const warnings: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text())
    })
    addPage(site, 'de', 'data-locale="tlh"')
    await open(page)
    await expect(chatIn(page, ENGLISH).field).toBeVisible()
    await page.setViewportSize({ width: 900, height: 700 })
    await expect.poll(() => warnings.filter((text) => text.includes('"tlh"'))).toHaveLength(1)
    expect(warnings.find((text) => text.includes('"tlh"'))).toContain('zh-Hant')
  },
)

test(
  'a file that is slow has the chat in English until it is there, and nothing moves then',
  { tag: '@nightly' },
  async ({ page, site }) => {
    addPage(site, 'de')
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/locale-de-*', async (route) => {
      await released
      await route.continue()
    })
    await open(page)
    const english = chatIn(page, ENGLISH)
    await expect(english.field).toBeVisible()
    await expect(english.document).toHaveAttribute('lang', 'en')
    await english.field.fill('Half')
    const before = await english.field.boundingBox()

    release()
    const german = chatIn(page, GERMAN)
    await expect(german.field).toHaveValue('Half')
    await expect.poll(() => german.field.boundingBox()).toEqual(before)
  },
)

test(
  'the owner’s own texts for a language are shown in that language',
  { tag: '@nightly' },
  async ({ page, site }) => {
    addPage(site, 'de', 'data-greeting="Hello"')
    const errors: string[] = []
    page.on('console', (message) => void errors.push(message.text()))
    await open(page)
    await page.evaluate(() =>
      window.Alcove!('update', {
        messages: {
          'composer.send': 'Ask',
          de: { 'composer.send': 'Fragen', 'thread.greeting': 'Moin', 'composer.sned': 'x' },
          xx: { 'composer.send': 'x' },
        },
      }),
    )
    const german = chatIn(page, { ...GERMAN, send: 'Fragen' })
    await expect(german.send).toBeVisible()
    await expect(german.frame.getByText('Moin', { exact: true })).toBeVisible()
    const told = [
      'messages["de"]["composer.sned"]: there is no such text; did you mean composer.send?',
      'messages["xx"]: there is no such language',
    ]
    for (const words of told) await expect.poll(() => errors.join('\n')).toContain(words)

    await speak(page, 'en')
    await expect(chatIn(page, { ...ENGLISH, send: 'Ask' }).send).toBeVisible()
    await expect(german.frame.getByText('Hello', { exact: true })).toBeVisible()
  },
)

test(
  'texts that are 40 % longer than German fit on a narrow phone',
  { tag: '@nightly' },
  async ({ page, site }) => {
    addPage(site, 'de')
    await page.route('**/locale-de-*', async (route) => {
      const response = await route.fetch()
      const longer = (await response.text()).replace(/: ?["`]([^"`]+)["`]/g, (_, text: string) => {
        const more = '·'.repeat(Math.ceil(text.length * 0.4))
        return `:${JSON.stringify(`[${text} ${more}]`)}`
      })
      await route.fulfill({ response, body: longer })
    })
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page)
    const field = page
      .frameLocator('alcove-root iframe')
      .getByRole('textbox', { name: /^\[Nachricht ·+\]$/ })
    await expect(field).toBeVisible()
    expect(await findClipped(field)).toEqual({ page: 0, buttons: [] })
  },
)

test(
  'each language fits on a narrow phone, and breaks as it is written (A12, U111)',
  { tag: '@nightly' },
  async ({ page, site }) => {
    const tags = readdirSync('widget/i18n/locales')
      .map((name) => name.replace(/\.ts$/, ''))
      .filter((tag) => !/-X[AB]$/.test(tag))
    addPage(site, 'en')
    await page.setViewportSize({ width: 320, height: 640 })
    await open(page)
    const frame = page.frameLocator('alcove-root iframe')
    const field = frame.locator('textarea')
    await expect(field).toBeVisible()
    for (const tag of tags) {
      await speak(page, tag)
      await expect(frame.locator('html')).toHaveAttribute('lang', tag)
      expect({ tag, ...(await findClipped(field)) }).toEqual({ tag, page: 0, buttons: [] })
      const isStrict = /^(ja|ko|zh)/.test(tag)
      const title = frame.getByRole('heading', { level: 1 })
      await expect(title).toHaveCSS('line-break', isStrict ? 'strict' : 'auto')
      await expect(title).toHaveCSS('letter-spacing', isStrict ? 'normal' : /^-0\.\d+px$/)
      const fonts = await title.evaluate((each) => getComputedStyle(each).fontFamily)
      expect(fonts.includes(`Noto Sans ${FONTS[tag] ?? 'CJK'}`), `${tag}: ${fonts}`).toBe(isStrict)
    }
    expect(tags).toContain('ar')
  },
)
