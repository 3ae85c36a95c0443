import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test'

/** The chat as a user perceives it: found only by role and name. */
export interface ChatPage {
  readonly launcher: Locator
  readonly frame: FrameLocator
  readonly log: Locator
  /** The newest message of the log. */
  readonly answer: Locator
  readonly composer: Locator
  button(name: string): Locator
  /** Clicks the launcher and waits until the app has taken the composer over. */
  open(): Promise<void>
  /** Types a message and presses Enter. */
  send(text: string): Promise<void>
  /** Waits until the answer is complete: the button says Send again. */
  settled(): Promise<void>
  /** Starts a new conversation without messages. */
  startAnew(): Promise<void>
}

export function createChatPage(page: Page): ChatPage {
  const frame = page.frameLocator('alcove-root iframe')
  const composer = frame.getByRole('textbox', { name: 'Message' })
  const button = (name: string) => frame.getByRole('button', { name, exact: true })
  const log = frame.getByRole('log', { name: 'Messages' })
  /** The document takes one message before its app has come, and says nothing of its way. */
  const appHasCome = () => expect(frame.locator('[data-early]')).toHaveCount(0)
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
      await appHasCome()
    },
    async send(text) {
      await composer.fill(text)
      await composer.press('Enter')
      await expect(composer).toHaveValue('')
      await appHasCome()
      // The message was accepted: the answer starts now. The frame of an older release lacks this attribute.
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
