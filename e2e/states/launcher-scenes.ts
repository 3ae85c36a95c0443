import { expect } from '@playwright/test'
import type { Scene } from './screen-state.ts'
import { conversation } from './scene-threads.ts'

export const launcherIdle: Scene = { isClosed: true, isWithoutFrame: true }

export const launcherHovered: Scene = {
  ...launcherIdle,
  byHand: 'Point at the launcher.',
  act: async ({ chat }) => chat.launcher.hover(),
}

export const launcherFocused: Scene = {
  ...launcherIdle,
  byHand: 'Press Tab.',
  async act({ chat, page }) {
    await page.keyboard.press('Tab')
    await expect(chat.launcher).toBeFocused()
  },
}

export const launcherUnread: Scene = {
  isWithoutFrame: true,
  asks: ({ question }, key) => ({
    question,
    script: `say One moment; hold ${key}; say , here it is`,
  }),
  byHand: 'Close the chat while it answers.',
  async act({ chat, page, model, key }) {
    await expect(chat.log).toContainText('One moment')
    await chat.button('Close').click()
    model.release(key)
    await expect(page.getByRole('button', { name: 'Open chat, new answer' })).toBeVisible()
  },
}

export const launcherOpen: Scene = {
  threads: conversation,
  async act({ chat }) {
    await expect(chat.answer).toBeVisible()
  },
}

export const teaser: Scene = {
  ...launcherIdle,
  attributes:
    'data-proactive="Free returns for 60 days. Shall I explain how?" data-proactive-delay="0"',
  async act({ page }) {
    await expect(page.getByRole('button', { name: /^Free returns/ })).toBeVisible()
  },
}

export const coldPanel: Scene = {
  isClosed: true,
  isWithoutFrame: true,
  byHand: 'Open the chat with the network throttled.',
  async prepare({ page }) {
    await page.route(/\/frame(\?.*)?$/, () => {})
  },
  async act({ chat, page }) {
    await chat.launcher.click()
    await expect(page.locator('alcove-root #panel')).toBeVisible()
  },
}

export const emptyChat: Scene = {
  async act({ chat }) {
    await expect(chat.frame.getByRole('list', { name: 'Suggestions' })).toBeVisible()
  },
}

const LONG = [
  'Which tent stands in wind, sleeps four people and still fits on one bicycle?',
  'What do I do when a parcel is said to be delivered and is nowhere to be found?',
  'Compare the three pairs of boots that I looked at, for a week in the mountains',
  'Send back half of an order that was paid with two different gift cards',
]

export const longSuggestions: Scene = {
  ...emptyChat,
  attributes: `data-prompts="${LONG.join('|')}"`,
}
