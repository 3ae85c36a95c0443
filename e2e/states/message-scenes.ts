import { expect } from '@playwright/test'
import { action, answers, questions } from '../messages.ts'
import { conversation } from './scene-threads.ts'
import type { Scene, Stage } from './screen-state.ts'

export const actionsHovered: Scene = {
  threads: conversation,
  byHand: 'Point at a button below the answer.',
  async act({ chat }) {
    await action(answers(chat).last(), 'Good answer').hover()
    await expect(chat.frame.getByRole('tooltip')).toBeVisible()
  },
}

export const actionsFocused: Scene = {
  threads: conversation,
  byHand: 'Press Tab until a button below the answer has the focus.',
  async act({ chat, page }) {
    await action(answers(chat).last(), 'Copy').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Shift+Tab')
    await expect(action(answers(chat).last(), 'Copy')).toBeFocused()
  },
}

export const copied: Scene = {
  threads: conversation,
  byHand: 'Press Copy.',
  prepare: ({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']),
  async act({ chat, page }) {
    await page.clock.install()
    await action(answers(chat).last(), 'Copy').click()
    await expect(answers(chat).last().locator('[data-state=copied]')).toBeVisible()
  },
}

export const feedbackReasons: Scene = {
  threads: conversation,
  byHand: 'Press “Bad answer”, and choose a reason.',
  async act({ chat }) {
    await action(answers(chat).last(), 'Bad answer').click()
    const reasons = chat.frame.getByRole('group', { name: 'What was wrong?' })
    await reasons.getByRole('button', { name: 'Not helpful' }).click()
    await expect(reasons.getByRole('button', { name: 'Send' })).toBeEnabled()
  },
}

const field = ({ chat }: Stage) =>
  questions(chat).last().getByRole('textbox', { name: 'Edit your message' })

async function change(stage: Stage, words: string, script: string): Promise<void> {
  const { chat, model } = stage
  model.teach(words, script)
  await action(questions(chat).last(), 'Edit').click()
  await field(stage).fill(words)
  await action(questions(chat).last(), 'Save and send').click()
  await chat.settled()
}

export const branchPicker: Scene = {
  asks: ({ question, answer }) => ({ question, script: `say ${answer}` }),
  byHand: 'Edit the question twice, and go back to the second version.',
  async act(stage) {
    const { chat, words } = stage
    await chat.settled()
    await change(stage, words.second, `say ${words.thanks}`)
    await change(stage, words.third, `say ${words.thanks}`)
    await action(questions(chat).last(), 'Previous version').click()
    await expect(questions(chat).last()).toContainText(words.second)
    await expect(action(questions(chat).last(), 'Next version')).toBeVisible()
  },
}

export const editInPlace: Scene = {
  asks: ({ question, answer }) => ({ question, script: `say ${answer}` }),
  byHand: 'Press Edit below the question.',
  async act(stage) {
    const { chat, words } = stage
    await chat.settled()
    await action(questions(chat).last(), 'Edit').click()
    await field(stage).fill(`${words.question} ${words.second}`)
  },
}

/** The same with files, shown as they were sent. */
export const editWithFiles: Scene = {
  byHand: 'Send two files with a question, and press Edit below it.',
  async act(stage) {
    const { chat, page, words } = stage
    const choosing = page.waitForEvent('filechooser')
    await chat.button('Attach files').click()
    await (
      await choosing
    ).setFiles(
      ['statement-march.csv', 'notes.txt'].map((name) => ({
        name,
        mimeType: 'text/plain',
        buffer: Buffer.from('Some words'),
      })),
    )
    await expect(chat.frame.getByRole('progressbar')).toHaveCount(0)
    await stage.ask(words.question, `say ${words.answer}`)
    await chat.settled()
    await action(questions(chat).last(), 'Edit').click()
    await expect(field(stage)).toBeVisible()
  },
}

const ADDRESS = '/account/orders/2026-0312/cancel?reason=bought-twice&next=%D8%B4%D9%83%D8%B1%D8%A7'

/** @param more part of the address, which may be longer than the available space. */
const linkPressed = (more: string): Scene => ({
  attributes: 'data-links="page"',
  byHand: 'Ask for a link to this site, and press it.',
  async act({ page, chat, ask, words }) {
    const { origin } = new URL(page.url())
    await ask(words.question, `say [${words.titles[0]}](${origin}${ADDRESS}${more})`)
    await chat.settled()
    await chat.answer.getByRole('link').click()
    await expect(chat.frame.getByRole('dialog')).toBeVisible()
    // Its buttons are enabled.
    await expect(chat.frame.locator('dialog button[aria-disabled="true"]')).toHaveCount(0)
    await page.mouse.move(10, 10)
  },
})

export const linkAsked = linkPressed('')
export const longLinkAsked = linkPressed(`&from=${'a-long-way-'.repeat(120)}`)
