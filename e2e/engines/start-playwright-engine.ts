import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { BrowserType, FrameLocator, LaunchOptions, Locator, Page } from '@playwright/test'
import type { Engine, EnginePage, Place } from './engine-page.ts'

const FIREFOX_SKIPS = [
  'a screen for fingers: its protocol has none',
  'files by their paths: its protocol takes none for a field in a frame, and gets the bytes',
]

/**
 * Starts Chromium or Firefox; Playwright speaks both protocols.
 *
 * @param options replace those of the project, for example for a browser with a window.
 */
export async function startPlaywrightEngine(
  type: BrowserType,
  options?: LaunchOptions,
): Promise<Engine> {
  const browser = await type.launch(options)
  return {
    skips: type.name() === 'firefox' ? FIREFOX_SKIPS : [],
    async newPage() {
      const context = await browser.newContext()
      return createPlaywrightPage(await context.newPage())
    },
    stop: () => browser.close(),
  }
}

function createPlaywrightPage(opened: Page): EnginePage {
  let page = opened
  const frame = () => page.frameLocator('alcove-root iframe')
  const first = (place: Place): Locator => locate(frame(), place).first()
  return {
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    leave: async (url) => void (await page.goto(url)),
    back: async () => void (await page.goBack({ waitUntil: 'commit' })),
    async clickAndClose(place, url) {
      const closed = page
      const next = await closed.context().newPage()
      await first(place).evaluate((element) => (element as HTMLElement).click())
      await closed.close()
      page = next
      await page.goto(url)
    },
    clickOnPage: (name) => page.getByRole('button', { name, exact: true }).click(),
    click: (place) => first(place).click(),
    async type(place, text) {
      await first(place).click()
      await page.keyboard.type(text)
    },
    typeAnywhere: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async attach(button, paths) {
      const choosing = page.waitForEvent('filechooser')
      await first(button).click()
      const files = paths.map(async (path) => ({
        name: basename(path),
        mimeType: 'text/plain',
        buffer: await readFile(path),
      }))
      await (await choosing).setFiles(await Promise.all(files))
    },
    texts: (place) => locate(frame(), place).allInnerTexts(),
    value: (field) => first(field).inputValue(),
    evaluate: (run) => frame().locator('html').evaluate(run),
    evaluateOnPage: (run) => page.locator('html').evaluate(run),
    close: () => page.context().close(),
  }
}

function locate(frame: FrameLocator, { role, name, within }: Place): Locator {
  return (within ? locate(frame, within) : frame).getByRole(
    role,
    name === undefined ? {} : { name, exact: typeof name === 'string' },
  )
}
