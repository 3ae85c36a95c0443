import type { Page } from '@playwright/test'
import { DESKTOP_ADVICE } from '../../scripts/find-desktop.ts'
import { FIREFOX_ADVICE, findFirefox } from '../../scripts/find-engines.ts'
import { createChatPage } from '../chat-page.ts'
import { startReader, type ReaderDesktop } from '../desktop/start-reader.ts'
import { windowOptions } from '../desktop/start-window.ts'
import { expect, test as base } from '../tool-fixtures.ts'

/** Words of Orca about itself, letters that it echoes, and a state that it tells only sometimes. */
const ORCA_ITSELF = /^((Focus|Browse) mode|.|expanded|selected)$/
/** Announcements that depend on the speed of the machine. */
const SLOW =
  /^(Assistant is answering|Still answering.*|This takes longer than usual.*|Your message is sent as soon as .*)$/

/** Orca is slow on a busy machine: it asks the browser for each object of a tree. */
const SPEECH_LIMIT_MS = 2 * 60_000
const TEST_LIMIT_MS = 10 * 60_000

const OPENED = [
  'main content Conversation',
  'form Write a message',
  'Message entry Ask a question...',
]

interface Reading {
  readonly page: Page
  /** Presses the key of each letter. Echoes of them are not part of what is heard. */
  type(letters: string): Promise<void>
  readonly reader: ReaderDesktop
  /** Waits until these texts were spoken, and returns everything since the last call. */
  hear(...texts: readonly string[]): Promise<readonly string[]>
}

const test = base.extend<{ readonly reading: Reading }>({
  reading: async ({ playwright, browserName }, use, info) => {
    info.setTimeout(TEST_LIMIT_MS)
    info.skip(browserName === 'webkit', 'tried in Chromium and Firefox')
    info.skip(browserName === 'firefox' && !findFirefox(), FIREFOX_ADVICE)
    const reader = await startReader()
    info.skip(!reader, DESKTOP_ADVICE)
    const engine = playwright[browserName]
    const browser = await engine.launch(windowOptions(engine, reader!.env))
    const page = await (await browser.newContext()).newPage()
    const typed: string[] = []
    let known = 0
    const listNew = async () =>
      (await reader!.heard())
        .slice(known)
        .filter(
          (text) => !ORCA_ITSELF.test(text) && !typed.some((letters) => letters.includes(text)),
        )
    await use({
      page,
      reader: reader!,
      async type(letters) {
        typed.push(letters)
        await reader!.keyboard.type(letters)
      },
      async hear(...texts) {
        await expect
          .poll(listNew, { timeout: SPEECH_LIMIT_MS })
          .toEqual(expect.arrayContaining([...texts]))
        const spoken = await listNew()
        known = (await reader!.heard()).length
        return spoken
      },
    })
    await browser.close()
    await reader!.stop()
  },
})

test(
  'Orca reads out opening, sending, approval, closing and reopening, each once and in order (A47)',
  { tag: ['@nightly', '@timed'] },
  async ({ reading, baseURL, model, browserName }) => {
    const { page, reader, type, hear } = reading
    const { keyboard } = reader
    const chat = createChatPage(page)
    model.teach('hello', 'say Good morning to you')
    model.teach('refund', `tool refund {"order":"read-${browserName}"}; next; say Paid back`)
    const send = async (text: string) => {
      await type(text)
      await keyboard.press('Return')
    }
    await page.goto(`${baseURL}/bare.html`)
    await keyboard.focusWindow('A page with nothing but the chat')
    await hear('Finished loading A page with nothing but the chat.')
    await chat.launcher.focus()
    await hear('Open chat collapsed push button.', 'opens dialog')

    await test.step('opening', async () => {
      await keyboard.press('Return')
      expect(await hear(...OPENED)).toEqual(OPENED)
    })
    await test.step('sending', async () => {
      await send('hello')
      const spoken = await hear('Assistant: Good morning to you.')
      expect(spoken.filter((text) => !SLOW.test(text))).toEqual(['Assistant: Good morning to you.'])
    })
    await test.step('approval', async () => {
      await send('refund')
      const asked = await hear('refund is waiting for your approval')
      expect(asked.filter((text) => !SLOW.test(text))).toEqual([
        'refund is waiting for your approval',
      ])
      const deny = chat.frame.getByRole('button', { name: 'Deny' })
      await deny.focus()
      await hear('Deny push button.')
      await keyboard.press('Return')
      const decided = await hear('Assistant: Paid back.')
      expect(decided.filter((text) => text.includes('Paid back'))).toEqual([
        'Assistant: Paid back.',
      ])
      await chat.composer.focus()
      await hear('Message entry Ask a question...')
    })
    await test.step('closing and reopening', async () => {
      await keyboard.press('Escape')
      const left = ['Open chat collapsed push button.', 'opens dialog']
      expect(await hear(...left)).toEqual(left)
      await keyboard.press('Return')
      expect(await hear(...OPENED)).toEqual(OPENED)
    })
  },
)

test(
  'Orca reads out the failure of an answer once',
  { tag: ['@nightly', '@timed'] },
  async ({ reading, baseURL, model }) => {
    const { page, reader, type, hear } = reading
    const { keyboard } = reader
    const chat = createChatPage(page)
    model.teach('fail', 'status 401')
    await page.goto(`${baseURL}/bare.html`)
    await keyboard.focusWindow('A page with nothing but the chat')
    await hear('Finished loading A page with nothing but the chat.')
    await chat.launcher.focus()
    await hear('opens dialog')
    await keyboard.press('Return')
    await hear(...OPENED)

    await test.step('a failed answer', async () => {
      await type('fail')
      await keyboard.press('Return')
      const failed = 'The answer failed. Try again is available.'
      const spoken = await hear(failed)
      expect(spoken.filter((text) => !SLOW.test(text))).toEqual([failed])
      await chat.button('Try again').focus()
      await hear('Try again push button.')
      await chat.composer.focus()
      await hear('Message entry Ask a question...')
    })
  },
)
