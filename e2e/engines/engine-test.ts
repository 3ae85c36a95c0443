import {
  FIREFOX_ADVICE,
  findFirefox,
  findWebKit,
  WEBKIT_ADVICE,
} from '../../scripts/find-engines.ts'
import { BROWSER_LIMIT_MS } from '../../scripts/test-limits.ts'
import { expect, test as base } from '../fixtures.ts'
import type { Engine, EnginePage, PageLoad, Place } from './engine-page.ts'
import { startPlaywrightEngine } from './start-playwright-engine.ts'
import { startWebKitEngine } from './start-webkit-engine.ts'

const launcher = 'Open chat'
export const field: Place = { role: 'textbox', name: 'Message' }
export const log: Place = { role: 'log', name: 'Messages' }
export const articles: Place = { role: 'article', within: log }
export const questions: Place = { role: 'article', name: 'You said', within: log }
export const answers: Place = { role: 'article', name: 'Assistant said', within: log }
export const button = (name: string | RegExp, within?: Place): Place => ({
  role: 'button',
  name,
  ...(within ? { within } : {}),
})

interface EngineFixtures {
  /** See {@link Engine.newPage}. */
  readonly pageLoad: PageLoad
  /** A tab of this project's engine. */
  readonly tab: EnginePage
}

/** Journeys are written once and run by each engine's project. */
export const test = base.extend<EngineFixtures>({
  pageLoad: ['normal', { option: true }],
  tab: async ({ shared, playwright, browserName, pageLoad }, use, info) => {
    // Also in `npm run test:long`, where other tests have an hour.
    info.setTimeout(BROWSER_LIMIT_MS)
    const webkit = findWebKit()
    info.skip(browserName === 'webkit' && !webkit, WEBKIT_ADVICE)
    info.skip(browserName === 'firefox' && !findFirefox(), FIREFOX_ADVICE)
    const engine = await shared<Engine>('engine', async () => {
      const started = await (browserName === 'webkit'
        ? startWebKitEngine(webkit!)
        : startPlaywrightEngine(playwright[browserName]))
      for (const skip of started.skips) console.log(`figure: ${browserName} skips ${skip}`)
      return started
    })
    const tab = await engine.newPage(pageLoad)
    await use(tab)
    await tab.close()
  },
})

/** Short intervals, because reading is quick and frequent. */
const LOOK = { intervals: [100] }

/** Returns `undefined` while the frame navigates and cannot be read. */
async function readTexts(tab: EnginePage, place: Place): Promise<readonly string[] | undefined> {
  try {
    return await tab.texts(place)
  } catch (error) {
    if (String(error).includes('Execution context was destroyed')) return undefined
    throw error
  }
}

/** Waits until the joined texts of all matching elements contain this text. */
export const expectText = (tab: EnginePage, place: Place, text: string | RegExp): Promise<void> =>
  expect.poll(async () => (await readTexts(tab, place))?.join('\n') ?? '', LOOK).toMatch(text)

export const expectCount = (tab: EnginePage, place: Place, count: number): Promise<void> =>
  expect.poll(async () => (await readTexts(tab, place))?.length, LOOK).toBe(count)

/** Clicks the launcher and waits for the field, which the document has before its app comes. */
export async function openEarly(tab: EnginePage): Promise<void> {
  await tab.clickOnPage(launcher)
  await expectCount(tab, field, 1)
}

/** Clicks the launcher and waits for the app: the document alone says nothing of a message's way. */
export async function openChat(tab: EnginePage): Promise<void> {
  await openEarly(tab)
  await expectCount(tab, log, 1)
}

/** Types a message and presses Enter. */
export async function send(tab: EnginePage, text: string): Promise<void> {
  await tab.type(field, text)
  await tab.press('Enter')
  await expect.poll(() => tab.value(field), LOOK).toBe('')
}

/** Waits until the answer is complete: the button says Send again. */
export async function settled(tab: EnginePage): Promise<void> {
  await expectCount(tab, button('Send'), 1)
  await expectCount(tab, button('Stop'), 0)
}

export { expect } from '@playwright/test'
