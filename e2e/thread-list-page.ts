import { expect, type Locator } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'

/** The thread list as a user perceives it: found only by role and name. */
export interface ThreadListPage {
  readonly nav: Locator
  readonly search: Locator
  readonly dialog: Locator
  /** The button that opens a thread. */
  row(name: string | RegExp): Locator
  /** Shows the list and waits for its content. */
  open(): Promise<void>
  /** Opens the menu of a thread, and chooses an entry. */
  choose(name: string, entry: string): Promise<void>
}

export function createThreadListPage({ frame }: ChatPage): ThreadListPage {
  const nav = frame.getByRole('navigation', { name: 'Conversations' })
  return {
    nav,
    search: nav.getByRole('searchbox', { name: 'Search conversations' }),
    dialog: frame.getByRole('dialog'),
    row: (name) =>
      nav
        .getByRole('listitem')
        .getByRole('button', { name, exact: typeof name === 'string' })
        .first(),
    async open() {
      await frame.getByRole('button', { name: /^Conversations/ }).click()
      await expect(nav).toBeVisible()
      await expect(nav.getByText('Loading your conversations…')).toBeHidden()
    },
    async choose(name, entry) {
      await nav.getByRole('button', { name: `More for ${name}`, exact: true }).click()
      await frame.getByRole('menuitem', { name: entry, exact: true }).click()
    },
  }
}
