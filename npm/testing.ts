/** The methods of a Playwright locator that are used here, common to all versions. */
export interface TestLocator {
  click(): Promise<void>
  fill(text: string): Promise<void>
  press(key: string): Promise<void>
  innerText(): Promise<string>
  inputValue(): Promise<string>
  waitFor(options?: { state?: 'attached' | 'visible' | 'hidden' }): Promise<void>
  locator(selector: string): TestLocator
  last(): TestLocator
}

/** The methods of a Playwright page that are used here. */
export interface TestPage {
  locator(selector: string): TestLocator
  frameLocator(selector: string): { locator(selector: string): TestLocator }
}

/** The chat of a page as a visitor of a test uses it; each step waits until it is done. */
export interface TestChat {
  /** Opens the panel by its launcher; resolves when a message can be typed. */
  open(): Promise<void>
  close(): Promise<void>
  /** Types a message and sends it. */
  send(text: string): Promise<void>
  /** Waits until the answer is whole. Its words, as a reader sees them. */
  lastAnswer(): Promise<string>
  /** Allows, or denies, what the assistant asks before it uses a tool. */
  decide(isAllowed: boolean): Promise<void>
  /** Finds other elements of the chat in the frame. */
  locator(selector: string): TestLocator
}

const PANEL = 'alcove-root #panel'

/**
 * Drives the chat of a page in a test with Playwright, in whatever language it speaks: nothing of it is found by its
 * words. There is one chat on the page, and its launcher is the chat's own.
 */
export function driveChat(page: TestPage): TestChat {
  const frame = page.frameLocator('alcove-root iframe')
  const field = frame.locator('form.composer textarea')
  const idle = frame.locator('.send-button[data-state=idle]')
  const answer = frame.locator('[data-role=assistant]').last()
  const launcher = page.locator('alcove-root #launcher')
  return {
    async open() {
      await launcher.click()
      await field.waitFor()
    },
    async close() {
      await launcher.click()
      await page.locator(PANEL).waitFor({ state: 'hidden' })
    },
    async send(text) {
      await field.fill(text)
      await field.press('Enter')
      await frame.locator('form.composer[data-sending=true]').waitFor({ state: 'hidden' })
    },
    async lastAnswer() {
      await answer.locator('.assistant-turn[data-state=done]').waitFor()
      await idle.waitFor()
      return answer.locator('.answer').innerText()
    },
    async decide(isAllowed) {
      const main = '[data-main=true]'
      const which = isAllowed ? main : `:not(${main}):not([data-quiet=true])`
      await answer.locator(`.decision-button${which}`).last().click()
    },
    locator: (selector) => frame.locator(selector),
  }
}
