import type { Locator, Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'

/** The messages of the log, by whose they are. */
export const questions = ({ log }: ChatPage): Locator =>
  log.getByRole('article', { name: 'You said' })
export const answers = ({ log }: ChatPage): Locator =>
  log.getByRole('article', { name: 'Assistant said' })

/** A button of one message. */
export const action = (message: Locator, name: string): Locator =>
  message.getByRole('button', { name, exact: true })

/** The host page comes anew, and the chat is opened on it. */
export async function reopen(page: Page, chat: ChatPage): Promise<void> {
  await page.reload()
  await chat.open()
}

export interface Gate {
  open(): void
}

/** Lets no chat call leave the browser until the gate opens. */
export async function holdChatCalls(page: Page): Promise<Gate> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/v1/chat', async (route) => {
    await promise
    await route.continue().catch(() => {})
  })
  return { open: resolve }
}
