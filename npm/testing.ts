/** The Playwright locator methods that are used here, common to all versions. */
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

/** The Playwright page methods that are used here. */
export interface TestPage {
  locator(selector: string): TestLocator
  frameLocator(selector: string): { locator(selector: string): TestLocator }
}

/** Drives a page's chat like a visitor; each step waits until it is done. */
export interface TestChat {
  /** Opens the panel with its launcher; resolves when a message can be typed. */
  open(): Promise<void>
  close(): Promise<void>
  /** Types a message and sends it. */
  send(text: string): Promise<void>
  /** Waits until the answer is complete. Returns its visible text. */
  lastAnswer(): Promise<string>
  /** Allows or denies the tool call that waits for approval. */
  decide(isAllowed: boolean): Promise<void>
  /** Finds other elements of the chat in the frame. */
  locator(selector: string): TestLocator
}

const PANEL = 'alcove-root #panel'

/**
 * Drives the chat of a page in a Playwright test, in any language: no element is found by its text. The page
 * must have exactly one chat, with its own launcher.
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
