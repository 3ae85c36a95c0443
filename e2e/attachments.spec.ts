import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { createPdf } from '../scripts/create-pdf.ts'
import { buildFrame } from './build-frame.ts'
import type { ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { action, questions, reopen } from './messages.ts'
import { visit } from './visitor.ts'

interface PickedFile {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

const text = (name: string, words = name): PickedFile => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(words),
})
const pdf = (name: string, pages: number): PickedFile => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(createPdf(pages)),
})
async function png(name: string): Promise<PickedFile> {
  const image = { width: 37, height: 23, channels: 3, background: 'teal' } as const
  return { name, mimeType: 'image/png', buffer: await sharp({ create: image }).png().toBuffer() }
}

async function pick(page: Page, chat: ChatPage, files: readonly PickedFile[]) {
  const choosing = page.waitForEvent('filechooser')
  await chat.button('Attach files').click()
  const chooser = await choosing
  expect(chooser.isMultiple()).toBe(true)
  await chooser.setFiles([...files])
}

/** The list of files in the composer. */
const tray = ({ frame }: ChatPage): Locator =>
  frame.getByRole('form', { name: 'Write a message' }).getByRole('list', { name: 'Attached files' })
const note = ({ frame }: ChatPage, words: string | RegExp): Locator =>
  frame.getByRole('form', { name: 'Write a message' }).getByText(words)
const files = (message: Locator): Locator => message.getByRole('list', { name: 'Attached files' })

/** The natural width of an image; 0 if it did not load. */
const naturalWidth = (image: Locator): Promise<number> =>
  image.evaluate((element: HTMLImageElement) => element.naturalWidth)

test('files are picked, dropped and pasted, sent, and opened', async ({ page, chat }) => {
  await page.goto('/bare.html')
  await chat.open()
  await test.step('an image and a PDF are uploaded, sent, and open again after a reload (A59)', async () => {
    await pick(page, chat, [await png('photo.png'), pdf('paper.pdf', 1)])
    await expect(tray(chat).getByRole('listitem')).toHaveCount(2)
    await expect(tray(chat).getByRole('progressbar')).toHaveCount(0)
    await expect(chat.composer).toBeFocused()
    await chat.send('say I see them')
    await chat.settled()
    await expect(tray(chat)).toHaveCount(0)

    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await reopen(page, chat)
      const question = questions(chat).first()
      await expect(files(question).getByRole('listitem')).toHaveCount(2)
      const open = action(question, 'Enlarge photo.png')
      await expect.poll(() => naturalWidth(open.locator('img'))).toBe(37)

      await open.click()
      const dialog = chat.frame.getByRole('dialog', { name: 'photo.png' })
      await expect.poll(() => naturalWidth(dialog.getByRole('img'))).toBe(37)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(open).toBeFocused()

      const downloading = page.waitForEvent('download')
      await question
        .getByRole('link', { name: /^paper\.pdf/ })
        .or(question.getByRole('button', { name: /^paper\.pdf/ }))
        .click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe('paper.pdf')
      expect(await readFile(await download.path())).toEqual(Buffer.from(createPdf(1)))
    }
  })

  await test.step('files are taken from a drop anywhere and from a paste into the field (A33)', async () => {
    await chat.startAnew()
    await expect(chat.button('Attach files')).toBeVisible()

    await give(chat.log, 'drop', ['dropped.txt', 'second.txt'])
    await expect(tray(chat).getByRole('listitem')).toHaveCount(2)
    await expect(chat.composer).toBeFocused()
    await give(chat.composer, 'paste', ['pasted.txt'])
    await expect(tray(chat).getByRole('listitem')).toHaveCount(3)

    await chat.send('say Three')
    await chat.settled()
    for (const isAfterReload of [false, true]) {
      if (isAfterReload) await reopen(page, chat)
      const question = questions(chat).first()
      await expect(files(question).getByRole('listitem')).toHaveCount(3)
      for (const name of ['dropped.txt', 'second.txt', 'pasted.txt']) {
        await expect(question).toContainText(name)
      }
    }
  })
})

test('a PDF can be sent as images of its pages', { tag: '@nightly' }, async ({ page, chat }) => {
  await page.goto('/bare.html')
  await chat.open()
  await pick(page, chat, [pdf('paper.pdf', 2)])
  await action(tray(chat), 'Send as page images').click()
  await expect(tray(chat).getByRole('listitem')).toHaveCount(2)
  await expect(chat.button('Send as page images')).toHaveCount(0)
  await chat.send('say Two pages')
  await chat.settled()

  for (const isAfterReload of [false, true]) {
    if (isAfterReload) await reopen(page, chat)
    const images = questions(chat)
      .first()
      .getByRole('button', { name: /^Enlarge / })
      .locator('img')
    await expect(images).toHaveCount(2)
    for (const index of [0, 1]) {
      await expect.poll(() => naturalWidth(images.nth(index))).toBeGreaterThan(0)
    }
  }
})

test(
  'files that fail, are too much, or are taken back',
  { tag: '@nightly' },
  async ({ page, chat, model }, { testId }) => {
    await page.goto('/bare.html')
    await chat.open()
    await test.step('a file that fails says why, is uploaded again, and the message waits for it', async () => {
      let failures = 1
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      await page.route('**/*', async (route) => {
        const request = route.request()
        const isPdf = request.headers()['content-type'] === 'application/pdf'
        if (request.method() !== 'PUT' || !isPdf) return route.fallback()
        failures -= 1
        if (failures >= 0) {
          return route.fulfill({ status: 500, json: { message: 'The disk is full.' } })
        }
        await held
        return route.continue()
      })
      await pick(page, chat, [await png('photo.png'), pdf('paper.pdf', 1)])
      const retry = action(tray(chat), 'Upload paper.pdf again')
      await expect(retry).toBeVisible()
      await expect(tray(chat)).toContainText('The disk is full.')

      // A message with a failed file is not sent, and the composer says so.
      await chat.composer.fill('say Both are here')
      await chat.composer.press('Enter')
      await expect(note(chat, /^Not sent: a file is not uploaded/)).toBeVisible()
      await expect(chat.composer).toHaveValue('say Both are here')
      await expect(chat.log.getByRole('article')).toHaveCount(0)

      await retry.click()
      await expect(
        tray(chat).getByRole('progressbar', { name: 'Uploading paper.pdf' }),
      ).toBeVisible()
      await expect(action(tray(chat), 'Remove paper.pdf')).toBeVisible()
      await chat.composer.press('Enter')
      await expect(chat.button('Uploading…')).toBeDisabled()
      await expect(note(chat, /^Your message is sent as soon as/)).toBeVisible()
      await expect(chat.log.getByRole('article')).toHaveCount(0)

      release()
      await expect(questions(chat)).toHaveCount(1)
      await chat.settled()
      for (const isAfterReload of [false, true]) {
        if (isAfterReload) await reopen(page, chat)
        await expect(files(questions(chat).first()).getByRole('listitem')).toHaveCount(2)
        await expect(questions(chat).first()).toContainText('paper.pdf')
      }

      await page.unroute('**/*')
    })

    await test.step('a file is removed by its button and by two presses of Backspace', async () => {
      await chat.startAnew()
      await pick(page, chat, [text('one.txt'), text('two.txt'), text('three.txt')])
      await expect(tray(chat).getByRole('progressbar')).toHaveCount(0)

      await action(tray(chat), 'Remove one.txt').click()
      await expect(tray(chat).getByRole('listitem')).toHaveCount(2)
      await expect(action(tray(chat), 'Remove two.txt')).toBeFocused()

      await chat.composer.focus()
      await page.keyboard.press('Backspace')
      await expect(tray(chat).getByRole('listitem')).toHaveCount(2)
      await page.keyboard.press('Backspace')
      await expect(tray(chat).getByRole('listitem')).toHaveCount(1)
      await expect(tray(chat)).toContainText('two.txt')

      await chat.send('say Only two')
      await chat.settled()
      await expect(files(questions(chat).first()).getByRole('listitem')).toHaveCount(1)
    })

    await test.step('a stop before the first word puts the files back too', async () => {
      await chat.startAnew()
      await pick(page, chat, [await png('photo.png')])
      await expect(tray(chat).getByRole('progressbar')).toHaveCount(0)
      await chat.send(`headers; hold ${testId}-stop`)
      await model.requestWith(`${testId}-stop`)
      await chat.button('Stop').click()

      await expect(chat.composer).toHaveValue(`headers; hold ${testId}-stop`)
      await expect(tray(chat)).toContainText('photo.png')
      model.release(`${testId}-stop`)
      await chat.send('say With it')
      await chat.settled()
      await reopen(page, chat)
      await expect(questions(chat)).toHaveCount(1)
      const image = action(questions(chat).first(), 'Enlarge photo.png').locator('img')
      await expect.poll(() => naturalWidth(image)).toBe(37)
    })

    await test.step('files that cannot be taken are left out, each with its reason', async () => {
      await chat.startAnew()
      await pick(page, chat, [text('empty.txt', ''), text('full.txt')])
      await expect(note(chat, 'empty.txt is empty, so it was left out.')).toBeVisible()
      await expect(tray(chat).getByRole('listitem')).toHaveCount(1)

      const tooLarge = Buffer.alloc(5 * 1_048_576 + 1, 'a')
      await pick(page, chat, [{ name: 'huge.txt', mimeType: 'text/plain', buffer: tooLarge }])
      await expect(
        note(chat, /^huge\.txt is larger than 5 MB, so it was left out\.$/),
      ).toBeVisible()
      await expect(tray(chat).getByRole('listitem')).toHaveCount(1)

      await pick(
        page,
        chat,
        Array.from({ length: 10 }, (_, index) => text(`${index}.txt`)),
      )
      await expect(note(chat, 'Only 10 can go with a message, so 1 was left out.')).toBeVisible()
      await expect(tray(chat).getByRole('listitem')).toHaveCount(10)
    })
  },
)

test(
  'the progress is that of the bytes that went',
  { tag: '@nightly' },
  async ({ page, alcove, site, chat }, { testId }) => {
    await visit(`progress-${testId}`, { page, site, alcove })
    await chat.open()
    // Reads no more than the system buffers until it continues.
    await page.route('**/*', async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback()
      process.kill(alcove.pid, 'SIGSTOP')
      return route.continue()
    })
    const bar = tray(chat).getByRole('progressbar', { name: 'Uploading long.txt' })
    try {
      await pick(page, chat, [text('long.txt', 'word '.repeat(3_000_000))])
      await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d?$/)
      await expect(action(tray(chat), 'Remove long.txt')).toBeVisible()
    } finally {
      process.kill(alcove.pid, 'SIGCONT')
    }

    await expect(action(tray(chat), 'Remove long.txt')).toBeVisible()
    await expect(bar).toHaveCount(0)
  },
)

/** Dispatches the events of dropping or pasting these files. */
async function give(target: Locator, type: 'drop' | 'paste', names: readonly string[]) {
  await target.evaluate(
    (element, { type, names }) => {
      const data = new DataTransfer()
      for (const name of names) data.items.add(new File([name], name, { type: 'text/plain' }))
      const options = { bubbles: true, cancelable: true }
      if (type === 'paste') {
        element.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data }))
        return
      }
      for (const step of ['dragenter', 'dragover', 'drop']) {
        element.dispatchEvent(new DragEvent(step, { ...options, dataTransfer: data }))
      }
    },
    { type, names },
  )
}

test(
  'what the server does not take is told beside the file',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    // The frame of a server that does not list accepted types.
    await page.route(/\/frame$/, async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      const body = html.replace(/,&quot;limits&quot;:\{.*?\}/, '')
      expect(body).not.toBe(html)
      await route.fulfill({ response, body })
    })
    await page.goto('/bare.html')
    await chat.open()
    const tooMuch = Buffer.alloc(5 * 1_048_576 + 1, 'a')
    await pick(page, chat, [{ name: 'big.txt', mimeType: 'text/plain', buffer: tooMuch }])

    await expect(action(tray(chat), 'Upload big.txt again')).toBeVisible()
    await expect(tray(chat).getByRole('listitem')).toContainText(/5,?242,?880|5 MB|5 MiB/)
  },
)

test(
  'without a server files go out inside of the message (3.48)',
  { tag: '@nightly' },
  async ({ page, chat, shared }) => {
    test.slow()
    const frame = await shared('frame without a server', () => buildFrame({ ALCOVE_API_BASE: '' }))
    await frame.serve(page)
    await page.goto('/bare.html')
    await chat.open()
    await pick(page, chat, [await png('photo.png'), text('notes.md')])
    await expect(tray(chat).getByRole('listitem')).toHaveCount(2)
    await pick(page, chat, [pdf('paper.pdf', 1)])
    await expect(tray(chat).getByRole('listitem')).toHaveCount(2)
    await expect(note(chat, /^File type application\/pdf is not accepted/)).toBeVisible()

    await chat.send('Is anybody there?')
    await chat.settled()
    const question = questions(chat).first()
    const image = action(question, 'Enlarge photo.png').locator('img')
    await expect.poll(() => naturalWidth(image)).toBe(37)
    await expect(image).toHaveAttribute('src', /^(data|blob):/)
    await expect(question).toContainText('notes.md')
  },
)
