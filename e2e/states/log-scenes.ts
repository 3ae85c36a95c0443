import { expect, type Page } from '@playwright/test'
import { conversation } from './scene-threads.ts'
import type { SeededThread } from '../seed-threads.ts'
import type { Scene } from './screen-state.ts'
import type { StateWords } from './state-words.ts'

const DAY_MS = 86_400_000

const longThread = ({ titles, question, answer, second, thanks }: StateWords): SeededThread[] => [
  {
    title: titles[0]!,
    texts: [question, answer, second, thanks, question, `${answer}\n\n${thanks}`, second, thanks],
  },
]

export const latestButton: Scene = {
  threads: longThread,
  asks: ({ third }, key) => ({
    question: third,
    script: `say I am on it\nhold ${key}\njson "\\n\\nDone."\nhold for-good`,
  }),
  byHand: 'Scroll up while it answers.',
  async act({ chat, page, model, key }) {
    await expect(chat.answer).toContainText('I am on it')
    await chat.log.hover()
    await page.mouse.wheel(0, -700)
    await expect(chat.button('Scroll to latest')).toBeVisible()
    model.release(key)
    await expect(chat.log).toContainText('Done.')
  },
}

/** Makes stored messages a few days old, because the service sets their dates itself. */
const ageMessages = (page: Page) =>
  page.route(/\/v1\/threads\/[^/]+\/messages/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const body = (await response.json()) as { messages: { created_at: string }[] }
    const messages = body.messages.map((message, index) => ({
      ...message,
      created_at: new Date(
        Date.parse(message.created_at) - (Math.floor(index / 2) + 1) * DAY_MS,
      ).toISOString(),
    }))
    return route.fulfill({ response, json: { ...body, messages } })
  })

export const unreadDivider: Scene = {
  threads: ({ titles, question, answer, second, thanks }) => [
    { title: titles[0]!, texts: [question, answer, second, thanks] },
  ],
  byHand: 'Close the chat while it answers, and open it once it has.',
  prepare: ({ page }) => ageMessages(page),
  async act({ chat, page, model, words, key, ask }) {
    await expect(chat.answer).toContainText(words.thanks)
    await ask(words.third, `hold ${key}; say ${words.thanks}`)
    await chat.button('Close').click()
    model.release(key)
    await page.getByRole('button', { name: 'Open chat, new answer' }).click()
    await expect(chat.log.getByText('New', { exact: true })).toBeInViewport()
  },
}

export const historySkeleton: Scene = {
  threads: conversation,
  byHand: 'Open the chat with the network throttled.',
  async prepare({ page }) {
    await page.route(/\/v1\/threads\/[^/]+\/messages/, () => {})
  },
  async act({ chat }) {
    await expect(chat.frame.getByText('Loading the conversation…').first()).toBeVisible()
  },
}
