import { expect } from '@playwright/test'
import sharp from 'sharp'
import { createPdf } from '../../scripts/create-pdf.ts'
import { conversation } from './scene-threads.ts'
import type { Scene } from './screen-state.ts'

const LIMIT_CHARACTERS = 32_000

export const composerFocused: Scene = {
  threads: conversation,
  byHand: 'Click into the field.',
  async act({ chat }) {
    await expect(chat.answer).toBeVisible()
    await chat.composer.click()
    await expect(chat.composer).toBeFocused()
  },
}

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `${index + 1}. of what I would like to know`).join(
    '\n',
  )

export const eightLines: Scene = {
  threads: conversation,
  byHand: 'Write more than eight lines, and scroll up a little in the field.',
  async act({ chat, page }) {
    await chat.composer.fill(lines(14))
    await chat.composer.hover()
    await page.mouse.wheel(0, -60)
  },
}

export const overLimit: Scene = {
  threads: conversation,
  byHand: 'Paste more than 32,000 characters.',
  async act({ chat }) {
    const words = 'More than one may say at once. '
    await chat.composer.fill(words.repeat(LIMIT_CHARACTERS / words.length + 1))
    await expect(chat.frame.getByText(/characters? too many/)).toBeVisible()
  },
}

async function photo(): Promise<Buffer> {
  const image = { width: 320, height: 240, channels: 3, background: '#7fa08c' } as const
  return sharp({ create: image }).png().toBuffer()
}

/** Three files: uploaded, uploading forever, failed. */
export const threeFiles: Scene = {
  byHand: 'Attach three files, with the network switched off after the first.',
  async prepare({ page }) {
    await page.route('**/*', async (route) => {
      const request = route.request()
      const type = request.headers()['content-type']
      if (request.method() !== 'PUT' || type === 'image/png') return route.fallback()
      if (type === 'application/pdf') return undefined
      return route.fulfill({ status: 500, json: { message: 'The disk is full.' } })
    })
  },
  async act({ chat, page }) {
    const choosing = page.waitForEvent('filechooser')
    await chat.button('Attach files').click()
    await (
      await choosing
    ).setFiles([
      { name: 'boots.png', mimeType: 'image/png', buffer: await photo() },
      {
        name: 'statement-march.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from(createPdf(2)),
      },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Some notes') },
    ])
    await expect(chat.button('Upload notes.txt again')).toBeVisible()
    await expect(chat.frame.getByRole('progressbar')).toHaveCount(1)
  },
}

/** A file that was uploaded in time, beside a lost one. */
export const lostFile: Scene = {
  byHand:
    'Attach two files where the browser keeps nothing, and reload while the second is uploaded.',
  async prepare({ page }) {
    await page.addInitScript(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Full.', 'QuotaExceededError')
      }
    })
    await page.route('**/*', async (route) => {
      const request = route.request()
      const isNotes = request.headers()['content-type'] === 'text/plain'
      if (request.method() !== 'PUT' || !isNotes) return route.fallback()
    })
  },
  async act({ chat, page }) {
    const choosing = page.waitForEvent('filechooser')
    await chat.button('Attach files').click()
    await (
      await choosing
    ).setFiles([
      { name: 'boots.png', mimeType: 'image/png', buffer: await photo() },
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Some notes') },
    ])
    const chips = chat.frame.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
    await expect(chips.first()).toHaveAttribute('data-state', 'requires-action')
    await chat.composer.fill('Are these the right ones?')
    await page.reload()
    await chat.open()
    await expect(chips.last()).toContainText('This file has to be chosen again.')
  },
}

export const dropZone: Scene = {
  threads: conversation,
  byHand: 'Drag a file over the chat.',
  async act({ chat }) {
    await expect(chat.answer).toBeVisible()
    await chat.log.evaluate((log) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['words'], 'notes.txt', { type: 'text/plain' }))
      for (const step of ['dragenter', 'dragover']) {
        log.dispatchEvent(new DragEvent(step, { bubbles: true, cancelable: true, dataTransfer }))
      }
    })
    await expect(chat.frame.getByText('Drop files to attach them').first()).toBeVisible()
  },
}
