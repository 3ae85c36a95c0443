import { expect } from '@playwright/test'
import { questions } from '../messages.ts'
import { conversation } from './scene-threads.ts'
import type { Scene } from './screen-state.ts'

export const stopped: Scene = {
  asks: ({ question }) => ({
    question,
    script: 'say You were charged once. The second line is a; hold for-good',
  }),
  byHand: 'Press Stop.',
  async act({ chat }) {
    await expect(chat.log).toContainText('is a')
    await chat.button('Stop').click()
    await chat.settled()
    await expect(chat.answer).toContainText('Stopped')
  },
}

export const runError: Scene = {
  asks: ({ question, thanks }) => ({ question, script: `say ${thanks}; error It broke` }),
  async act({ chat }) {
    await expect(chat.answer).toContainText('The answer stopped before it was finished.')
  },
}

export const sendFailed: Scene = {
  threads: conversation,
  byHand: 'Ask while the service answers with an error.',
  prepare: ({ page }) =>
    page.route('**/v1/chat', (route) =>
      route.fulfill({ status: 500, json: { error: 'internal', message: 'Broken.' } }),
    ),
  async act({ chat, words }) {
    await chat.send(words.second)
    await expect(chat.log.getByText('Not sent', { exact: true })).toBeVisible()
  },
}

export const rateLimited: Scene = {
  byHand: 'Ask five times within a minute.',
  async act({ chat, words, ask }) {
    for (const question of words.titles.slice(4)) {
      await ask(question, `say ${words.answer}`)
      await chat.settled()
    }
    await chat.send(words.second)
    await expect(
      questions(chat)
        .last()
        .getByText(/Try again in \d+/),
    ).toBeVisible()
  },
}

const waiting = (count: number): Scene => ({
  threads: conversation,
  byHand: 'Switch the network off, and ask.',
  async act({ chat, context, words }) {
    await expect(chat.answer).toBeVisible()
    await context.setOffline(true)
    await expect(chat.frame.getByRole('status').getByText(/^You are offline/)).toBeVisible()
    for (const question of [words.second, words.third, words.titles[4]!].slice(0, count)) {
      await chat.send(question)
    }
    await expect(chat.log.getByText('Not sent yet')).toHaveCount(count)
    if (count > 1) await questions(chat).first().scrollIntoViewIfNeeded()
  },
})

export const offlineQueued = waiting(1)
export const queuedMessages = waiting(3)

export const reconnecting: Scene = {
  asks: ({ question }) => ({
    question,
    script: 'say You were charged once. The second line is; hold for-good',
  }),
  byHand: 'Stop the service for two seconds while it answers.',
  async act({ chat, breakNetwork }) {
    await expect(chat.log).toContainText('line is')
    await breakNetwork()
    await expect(chat.frame.getByRole('status').getByText('Reconnecting…')).toBeVisible()
  },
}
