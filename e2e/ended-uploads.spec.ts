import { readdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { startAlcove, type AlcoveServer } from './alcove-server.ts'
import { createChatPage, type ChatPage } from './chat-page.ts'
import { expect, test as base } from './fixtures.ts'
import { startHostSite } from './host-site.ts'
import { action, answers, questions, reopen } from './messages.ts'

const MINUTE_MS = 60_000
/** Later than the expiry of unsent uploads, which is one hour. */
const LATER_MS = 61 * MINUTE_MS
const IMAGE_WIDTH = 37

/** A service with a clock that the test controls, and a page of it. */
interface TimedWorld {
  readonly page: Page
  readonly chat: ChatPage
  /** Advances the clocks of the service and the device; the service removes expired files. */
  pass(ms: number): Promise<void>
  /** Number of files on the service's disk. */
  uploads(): Promise<number>
}

/** Code that advances a process's clock by this time. */
const aheadBy = (ms: number) => {
  const code = `const now = Date.now.bind(Date); const Real = Date
    globalThis.Date = class extends Real {
      constructor(...values) { super(...(values.length === 0 ? [Date.now()] : values)) }
      static now() { return now() + ${ms} }
    }`
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}` }
}

const test = base.extend<{ readonly timed: TimedWorld }>({
  timed: async ({ page, context, model }, use) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'alcove-ended-'))
    const env = { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url }
    let aheadMs = 0
    const start = (port?: number): Promise<AlcoveServer> =>
      startAlcove({
        env: { ...env, ...aheadBy(aheadMs) },
        dataDir,
        ...(port === undefined ? {} : { port }),
      })
    let alcove = await start()
    const { port } = alcove
    const site = await startHostSite(`http://localhost:${port}`)
    const uploads = async () => {
      const options = { recursive: true, withFileTypes: true } as const
      const entries = await readdir(join(dataDir, 'files'), options).catch(() => [])
      return entries.filter((entry) => entry.isFile()).length
    }
    await page.goto(`http://localhost:${site.port}/bare.html`)
    await use({
      page,
      chat: createChatPage(page),
      uploads,
      async pass(ms) {
        await alcove.stop()
        aheadMs += ms
        alcove = await start(port)
        const shift = (by: number) => {
          const now = Date.now.bind(Date)
          Date.now = () => now() + by
        }
        for (const frame of page.frames()) await frame.evaluate(shift, ms)
        await context.addInitScript(shift, ms)
      },
    })
    await site.stop()
    await alcove.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
})

const tray = ({ frame }: ChatPage): Locator =>
  frame.getByRole('form', { name: 'Write a message' }).getByRole('list', { name: 'Attached files' })
const chipOf = (chat: ChatPage, name: string) =>
  tray(chat).getByRole('listitem').filter({ hasText: name })

const notes = (words: string) => ({
  name: 'notes.txt',
  mimeType: 'text/plain',
  buffer: Buffer.from(words),
})

async function photo() {
  const image = { width: IMAGE_WIDTH, height: 23, channels: 3, background: 'teal' } as const
  const buffer = await sharp({ create: image }).png().toBuffer()
  return { name: 'photo.png', mimeType: 'image/png', buffer }
}

type Picked = ReturnType<typeof notes>

async function attach({ page, chat }: TimedWorld, ...files: readonly Picked[]) {
  const choosing = page.waitForEvent('filechooser')
  await chat.button('Attach files').click()
  await (await choosing).setFiles([...files])
  for (const { name } of files) {
    await expect(chipOf(chat, name)).toHaveAttribute('data-state', 'requires-action')
  }
}

/** Expects the image in the newest question, and the text file's words in the model's request. */
async function expectArrived({ chat }: TimedWorld, calls: readonly unknown[], words: string) {
  const question = questions(chat).last()
  const image = action(question, 'Enlarge photo.png').locator('img')
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
    .toBe(IMAGE_WIDTH)
  const asked = JSON.stringify(calls)
  const isThere = [words, Buffer.from(words).toString('base64')].some((each) =>
    asked.includes(each),
  )
  expect(isThere).toBe(true)
}

test('a file that was attached 61 minutes ago arrives, after a reload and without one', async ({
  timed,
  model,
}) => {
  const { page, chat, pass, uploads } = timed
  await chat.open()
  await test.step('after a reload', async () => {
    await attach(timed, await photo(), notes('Words of the first hour'))
    await chat.composer.fill('say First')
    expect(await uploads()).toBe(2)

    await pass(LATER_MS)
    // The service has removed both; only the device still has them.
    await expect.poll(uploads).toBe(0)
    await reopen(page, chat)

    await expect(chat.composer).toHaveValue('say First')
    await expect(tray(chat).getByRole('listitem')).toHaveCount(2)
    await chat.composer.press('Enter')
    await chat.settled()
    await expect(answers(chat)).toContainText('First')
    await expect(tray(chat)).toHaveCount(0)
    await expectArrived(timed, model.requests, 'Words of the first hour')
  })

  await test.step('in a page that stayed open', async () => {
    await chat.startAnew()
    await attach(timed, await photo(), notes('Words of the second hour'))
    // The previous message keeps its two files.
    expect(await uploads()).toBe(4)
    await pass(LATER_MS)
    await expect.poll(uploads).toBe(2)

    await chat.send('say Second')
    await chat.settled()
    await expect(answers(chat)).toContainText('Second')
    await expectArrived(timed, model.requests, 'Words of the second hour')
  })
})

test('a message that waited 61 minutes for the network goes out with its file', async ({
  timed,
  context,
  model,
}) => {
  const { chat, pass, uploads } = timed
  await chat.open()
  await chat.send('say Before')
  await chat.settled()
  await attach(timed, await photo(), notes('Words that waited'))
  expect(await uploads()).toBe(2)
  await context.setOffline(true)
  await chat.send('say Waited')
  await expect(chat.log.getByText('Not sent yet')).toBeVisible()

  await pass(LATER_MS)
  await expect.poll(uploads).toBe(0)
  await context.setOffline(false)

  await expect(answers(chat).last()).toContainText('Waited')
  await chat.settled()
  await expect(chat.log.getByText('Not sent yet')).toHaveCount(0)
  await expectArrived(timed, model.requests, 'Words that waited')
})

test('a file of which the device keeps no copy says before the send that it has to be chosen again', async ({
  timed,
  model,
}) => {
  const { page, chat, pass } = timed
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full.', 'QuotaExceededError')
    }
  })
  await page.reload()
  await chat.open()
  await attach(timed, await photo(), notes('Words'))
  await chat.composer.fill('say Chosen again')
  await expect(chipOf(chat, 'notes.txt')).toBeVisible()

  await test.step('within the hour the upload itself is there after a reload', async () => {
    await reopen(page, chat)
    await expect(chipOf(chat, 'notes.txt')).toHaveAttribute('data-state', 'requires-action')
  })

  await test.step('later it says so by itself, and nothing is sent without it', async () => {
    await pass(LATER_MS)
    await reopen(page, chat)
    await expect(chat.composer).toHaveValue('say Chosen again')
    for (const name of ['photo.png', 'notes.txt']) {
      await expect(chipOf(chat, name)).toContainText('This file has to be chosen again.')
    }
    await chat.composer.press('Enter')
    await expect(chat.frame.getByText(/^Not sent: a file is not uploaded/).first()).toBeVisible()
    await expect(questions(chat)).toHaveCount(0)
    await expect(chat.composer).toHaveValue('say Chosen again')
  })

  await test.step('the same files take the places of the lost ones', async () => {
    await attach(timed, await photo(), notes('Words chosen again'))
    await expect(tray(chat).getByRole('listitem')).toHaveCount(2)
    await chat.composer.press('Enter')
    await chat.settled()
    await expect(answers(chat)).toContainText('Chosen again')
    await expectArrived(timed, model.requests, 'Words chosen again')
  })
})
