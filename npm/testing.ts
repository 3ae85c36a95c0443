/** A file for a message, as Playwright takes it: a path, or its bytes. */
export type TestFile = string | { name: string; mimeType: string; buffer: Uint8Array }

/** The Playwright locator methods that are used here, common to all versions. */
export interface TestLocator {
  click(): Promise<void>
  fill(text: string): Promise<void>
  press(key: string): Promise<void>
  count(): Promise<number>
  isVisible(): Promise<boolean>
  innerText(): Promise<string>
  allInnerTexts(): Promise<string[]>
  inputValue(): Promise<string>
  setInputFiles(files: never): Promise<void>
  scrollIntoViewIfNeeded(): Promise<void>
  evaluate<Result>(task: (element: HTMLElement) => Result): Promise<Result>
  waitFor(options?: { state?: 'attached' | 'visible' | 'hidden' }): Promise<void>
  locator(selector: string): TestLocator
  first(): TestLocator
  last(): TestLocator
  nth(index: number): TestLocator
}

/** The Playwright page methods that are used here. */
export interface TestPage {
  locator(selector: string): TestLocator
  frameLocator(selector: string): { locator(selector: string): TestLocator }
  evaluate<Result, Argument>(
    task: (argument: Argument) => Result | Promise<Result>,
    argument: Argument,
  ): Promise<Result>
  addInitScript(task: () => void): Promise<unknown>
}

/** Options of {@link driveChat}. */
export interface TestOptions {
  /** A selector of the page's own element that opens the chat, for a chat without its launcher. */
  launcher?: string
  /** Name of the script tag's global. Default `Alcove`. */
  global?: string
}

/** A call of a tool: it waits for a person, has a result, or failed. */
export type TestToolState = 'asking' | 'done' | 'failed'

/**
 * Drives a page's chat like a visitor, on desktop and touch devices; each step waits until it is done, as long as the
 * test's own time limit.
 */
export interface TestChat {
  /** Opens the panel, if it is not open yet; resolves when a message can be typed. */
  open(): Promise<void>
  /** Closes the panel, if it is open. A chat in an element stays. */
  close(): Promise<void>
  /** Types a message and presses Send, after a running answer has ended. */
  send(text: string): Promise<void>
  /** Adds files to the next message; resolves when they are uploaded. */
  attach(...files: readonly TestFile[]): Promise<void>
  /** Waits until the answer is complete. Returns its words, without times, buttons and calls of tools. */
  lastAnswer(): Promise<string>
  /** Waits for an error in the chat, or in place of it. Returns its words. */
  error(): Promise<string>
  /** The titles in the list of conversations, the newest first. */
  threads(): Promise<readonly string[]>
  /** Waits until a call of this tool, of the page or the server, can be decided or has ended. Each call counts once. */
  waitForTool(name: string): Promise<TestToolState>
  /** Allows or denies the tool call that waits for approval; throws if the answer is complete, and none waits. */
  decide(isAllowed: boolean): Promise<void>
  /** Finds other elements of the chat in the frame. */
  locator(selector: string): TestLocator
}

const NOTHING_WAITS =
  'driveChat: no call of a tool waits for a decision. Let waitForTool(name) answer "asking" first; a tool without a question runs at once (its scope or approval).'

const PANEL = 'alcove-root #panel'

/**
 * Drives the chat of a page in a Playwright test, in any language: no element is found by its text. The page
 * must have exactly one chat. Call it before the page is loaded, or right after.
 */
export function driveChat(
  page: TestPage,
  { launcher: own, global = 'Alcove' }: TestOptions = {},
): TestChat {
  const frame = page.frameLocator('alcove-root iframe')
  const field = frame.locator('form.composer textarea')
  const send = frame.locator('.send-button[data-state=idle]')
  const answer = frame.locator('[data-role=assistant]').last()
  const question = answer.locator('.decision-button').first()
  const panel = page.locator(PANEL)
  const launcher = page.locator(own ?? 'alcove-root #launcher')
  const watching = watchTools(page)

  /** A press on the launcher; without one, the page's own call. */
  async function press() {
    if (await launcher.first().isVisible()) return launcher.first().click()
    const isCalled = await page.evaluate(openByName, global)
    if (!isCalled)
      throw new Error(
        `driveChat: the page has no launcher and no global ${global}: give { launcher: '<selector>' }`,
      )
  }

  return {
    async open() {
      await watching
      await panel.waitFor({ state: 'attached' })
      // A chat in an element loads when it comes near the window.
      if (await panel.isVisible()) await panel.scrollIntoViewIfNeeded()
      else await press()
      await field.waitFor()
    },
    async close() {
      const button = frame.locator('.header-close')
      if (!(await panel.isVisible()) || (await button.count()) === 0) return
      await button.click()
      await panel.waitFor({ state: 'hidden' })
    },
    async send(text) {
      await watching
      // The last tools belong to the message before.
      await page.evaluate(forgetTools, undefined)
      await field.fill(text)
      // Enter is a new line on a touch device.
      await send.click()
      await frame.locator('form.composer[data-sending=true]').waitFor({ state: 'hidden' })
    },
    async attach(...files) {
      const chips = frame.locator('.tray-chip')
      const before = await chips.count()
      await frame.locator('form.composer input[type=file]').setInputFiles(files as never)
      await chips.nth(before + files.length - 1).waitFor()
      await frame.locator('.tray-chip[data-state=running]').first().waitFor({ state: 'hidden' })
    },
    async lastAnswer() {
      await answer.locator('.assistant-turn[data-state=done]').waitFor()
      await send.waitFor()
      // Markdown is loaded with the first answer.
      await answer.locator('.plain-text').first().waitFor({ state: 'hidden' })
      return answer.locator('.answer').evaluate(readWords)
    },
    async error() {
      const ofFrame = frame.locator('.error-card, .not-sent').last()
      // In place of the chat; of the second file.
      const ofPanel = page.locator('alcove-root .card[role=alert], alcove-root #note').last()
      const found = await Promise.any(
        [ofFrame, ofPanel].map(async (each) => {
          await each.waitFor()
          return each
        }),
      )
      return found.evaluate((element) => {
        const lines = Array.from(element.querySelectorAll('b, p, span'), (line) => line.textContent)
        return lines.length > 0 ? lines.join(' ') : (element.firstChild?.textContent ?? '')
      })
    },
    async threads() {
      const list = frame.locator('nav.thread-list')
      const wasShown = await list.isVisible()
      if (!wasShown) await frame.locator('.list-toggle').click()
      await list.waitFor()
      await list.locator('.thread-skeleton').waitFor({ state: 'hidden' })
      const titles = await list.locator('.thread-title').allInnerTexts()
      if (!wasShown) await list.press('Escape')
      return titles
    },
    async waitForTool(name) {
      await watching
      const state = await page.evaluate(awaitTool, name)
      // The page hears of a question before its card is loaded.
      if (state === 'asking') await question.waitFor({ state: 'attached' })
      return state
    },
    async decide(isAllowed) {
      // The composer can send again as soon as nothing runs or waits.
      await Promise.any([question.waitFor(), send.waitFor()])
      if ((await question.count()) === 0) throw new Error(NOTHING_WAITS)
      const main = '[data-main=true]'
      const which = isAllowed ? main : `:not(${main}):not([data-quiet=true])`
      await answer.locator(`.decision-button${which}`).last().click()
    },
    locator: (selector) => frame.locator(selector),
  }
}

/** Listens to calls of tools on the shown page, and on the pages after it. */
async function watchTools(page: TestPage): Promise<void> {
  await page.addInitScript(collectTools)
  await page.evaluate(collectTools, undefined)
}

/** Calls of tools on the page, as its events tell them. */
interface Collected {
  alcoveTestTools?: { name: string; state: TestToolState }[]
}

// The functions below run on the page, each by itself.

function collectTools(): void {
  const kept = window as Collected
  if (kept.alcoveTestTools) return
  const calls: NonNullable<Collected['alcoveTestTools']> = (kept.alcoveTestTools = [])
  const states = { approval: 'asking', result: 'done', error: 'failed' } as const
  for (const [event, state] of Object.entries(states)) {
    document.addEventListener(`alcove:tool:${event}`, (told) => {
      const { detail } = told as CustomEvent<{ tool?: string }>
      calls.push({ name: String(detail.tool), state })
    })
  }
}

function forgetTools(): void {
  ;(window as Collected).alcoveTestTools?.splice(0)
}

async function awaitTool(name: string): Promise<TestToolState> {
  const { alcoveTestTools: calls = [] } = window as Collected
  const POLL_MS = 20
  for (;;) {
    const index = calls.findIndex((call) => call.name === name)
    const [found] = index < 0 ? [] : calls.splice(index, 1)
    if (found) return found.state
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** False without such a global. */
function openByName(global: string): boolean {
  const chat = Reflect.get(window, global) as unknown
  if (typeof chat !== 'function') return false
  ;(chat as (command: string) => unknown)('open')
  return true
}

/** The words of an answer: those of its texts, with blocks as lines. */
function readWords(answer: HTMLElement): string {
  const LEFT_OUT = 'button, time, [data-ui], [aria-hidden=true]'
  const read = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? ''
    if (!(node instanceof Element) || node.matches(LEFT_OUT)) return ''
    const words = [...node.childNodes].map(read).join('')
    return getComputedStyle(node).display.startsWith('inline') ? words : `\n${words}\n`
  }
  const texts = [...answer.querySelectorAll('.answer-text')].map(read)
  return texts
    .join('\n')
    .replaceAll(/\n\s*\n*/g, '\n')
    .trim()
}
