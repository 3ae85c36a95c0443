import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** The chat as a person meets it: found by role and name only. */
export interface ChatPage {
  readonly launcher: Locator
  readonly frame: FrameLocator
  readonly log: Locator
  /** The newest message of the log. */
  readonly answer: Locator
  readonly composer: Locator
  button(name: string): Locator
  /** Clicks the launcher and waits until a message can be typed. */
  open(): Promise<void>
  /** Types a message as a person does and presses Enter. */
  send(text: string): Promise<void>
  /** Waits until the answer is whole: the button says Send again. */
  settled(): Promise<void>
  /** Leaves the conversation for a new one, in which nothing was said yet. */
  startAnew(): Promise<void>
}

export function createChatPage(page: Page): ChatPage {
  const frame = page.frameLocator('alcove-root iframe')
  const composer = frame.getByRole('textbox', { name: 'Message' })
  const button = (name: string) => frame.getByRole('button', { name, exact: true })
  const log = frame.getByRole('log', { name: 'Messages' })
  return {
    launcher: page.getByRole('button', { name: 'Open chat' }),
    frame,
    log,
    answer: log.getByRole('article').last(),
    composer,
    button,
    async open() {
      await page.getByRole('button', { name: 'Open chat' }).click()
      await expect(composer).toBeVisible()
    },
    async send(text) {
      await composer.fill(text)
      await composer.press('Enter')
      await expect(composer).toHaveValue('')
      // Taken: from here on the answer is being made. The frame of an older release does not say.
      await expect(frame.locator('form.composer')).not.toHaveAttribute('data-sending', 'true')
    },
    async settled() {
      await expect(button('Send')).toBeVisible()
      await expect(button('Stop')).toBeHidden()
    },
    async startAnew() {
      await button('New conversation').click()
      await expect(log.getByRole('article')).toHaveCount(0)
    },
  }
}
