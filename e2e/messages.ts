import type { Locator, Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'

/** The messages of the log, by author. */
export const questions = ({ log }: ChatPage): Locator =>
  log.getByRole('article', { name: 'You said' })
export const answers = ({ log }: ChatPage): Locator =>
  log.getByRole('article', { name: 'Assistant said' })

/** A button of a message. */
export const action = (message: Locator, name: string): Locator =>
  message.getByRole('button', { name, exact: true })

/** Reloads the host page, and opens the chat on it. */
export async function reopen(page: Page, chat: ChatPage): Promise<void> {
  await page.reload()
  await chat.open()
}

export interface Gate {
  /** Resolves when a call has reached the gate. */
  readonly reached: Promise<void>
  open(): void
}

/** Holds all chat calls of the browser until the gate opens. */
export async function holdChatCalls(page: Page): Promise<Gate> {
  const opened = Promise.withResolvers<void>()
  const reached = Promise.withResolvers<void>()
  await page.route('**/v1/chat', async (route) => {
    reached.resolve()
    await opened.promise
    await route.continue().catch(() => {})
  })
  return { open: opened.resolve, reached: reached.promise }
}

/** Presses Stop for a held call, and waits until the server has been told. */
export async function stopHeld(page: Page, chat: ChatPage, gate: Gate): Promise<void> {
  await gate.reached
  const stopped = page.waitForResponse(/\/v1\/chat\/[^/]+\/stop$/)
  await chat.button('Stop').click()
  await stopped
}
