import { expect } from '@playwright/test'
import { createThreadListPage } from '../thread-list-page.ts'
import { conversation, conversations } from './scene-threads.ts'
import type { Scene, Stage } from './screen-state.ts'

const PHONE = { width: 390, height: 844 }
const KEYBOARD_PX = 336

/** A screen keyboard reaches the loader as a smaller window. */
export const sheetWithKeyboard: Scene = {
  threads: conversation,
  size: PHONE,
  isTouched: true,
  shown: 'window',
  byHand: 'Tap into the field on a phone.',
  async act({ chat, page }) {
    await expect(chat.answer).toBeVisible()
    await chat.composer.tap()
    await page.evaluate((keyboard) => {
      const view = window.visualViewport!
      const height = view.height - keyboard
      Object.defineProperty(view, 'height', { get: () => height })
      view.dispatchEvent(new Event('resize'))
    }, KEYBOARD_PX)
    await expect
      .poll(async () => (await page.locator('alcove-root #panel').boundingBox())!.height)
      .toBeLessThan(PHONE.height - KEYBOARD_PX + 1)
  },
}

export const landscape: Scene = {
  threads: conversation,
  size: { width: 844, height: 390 },
  isTouched: true,
  shown: 'window',
  async act({ chat }) {
    await expect(chat.answer).toBeVisible()
  },
}

async function widen({ chat, page }: Stage): Promise<void> {
  await expect(chat.answer).toBeVisible()
  await createThreadListPage(chat).open()
  await chat.button('Show beside the conversation').click()
  await expect(chat.composer).toBeVisible()
  await page.mouse.move(10, 10)
}

export const splitView: Scene = {
  threads: conversations,
  shown: 'window',
  byHand: 'Open the list, and press “Show beside the conversation”.',
  act: widen,
}

/** Text spacing that people with reading difficulties may set, which must not hide any text. */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
  p { margin-block-end: 2em !important }`

const styled = (css: string): Scene => ({
  threads: conversation,
  byHand: 'Set letters or their distances in the browser.',
  async act({ chat }) {
    await expect(chat.answer).toBeVisible()
    await chat.frame.locator('html').evaluate((root, text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      root.ownerDocument.adoptedStyleSheets.push(sheet)
    }, css)
  },
})

export const spacedText = styled(SPACED)
export const doubledText = styled('html { font-size: 200% }')
