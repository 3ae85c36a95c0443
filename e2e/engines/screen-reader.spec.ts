import type { Page } from '@playwright/test'
import { DESKTOP_ADVICE } from '../../scripts/find-desktop.ts'
import { FIREFOX_ADVICE, findFirefox } from '../../scripts/find-engines.ts'
import { createChatPage } from '../chat-page.ts'
import { startReader, type ReaderDesktop } from '../desktop/start-reader.ts'
import { windowOptions } from '../desktop/start-window.ts'
import { expect, test as base } from '../tool-fixtures.ts'

/** Words of Orca about itself, letters that it echoes, and states that it tells only sometimes. */
const ORCA_ITSELF = /^((Focus|Browse) mode|.|expanded|selected)$/
/** Announcements that depend on the speed of the machine. */
const SLOW =
  /^(Assistant is answering|Still answering.*|This takes longer than usual.*|Your message is sent as soon as .*|New answer from the assistant)$/

/** Orca is slow on a busy machine: it asks the browser for each object of a tree. */
const SPEECH_LIMIT_MS = 2 * 60_000
const TEST_LIMIT_MS = 10 * 60_000

const FIELD = 'Message entry Ask a question...'
/** An answer counts as new if the panel closes a moment after its end. */
const LAUNCHER = /^Open chat(, new answer)? collapsed push button\.$/
/** In Firefox the chat's document may go before the focus moves, and Orca leaves out the launcher's name. */
const LAUNCHER_IN_FIREFOX = /^(Open chat(, new answer)? )?collapsed( push button\.)?$/
const OPENED = ['form Write a message', FIELD]

/** The row of the only conversation: its title, and when it was. */
const LISTED = ['List with 1 item.', /fail.* push button\.$/, /^\w+, \w+ \d.* at \d/]
const SEARCH = ['search', 'Search conversations entry.']
const SETTINGS = [
  ['Language combo box.', 'As the page.'],
  ['Text size combo box.', 'Normal.'],
] as const

type Text = string | RegExp

const matching = (text: Text): unknown =>
  typeof text === 'string' ? text : expect.stringMatching(text)
const isText = (spoken: string, text: Text) =>
  typeof text === 'string' ? spoken === text : text.test(spoken)

/**
 * Waits for these texts in order. Orca may tell places around them, and read a part again after Chromium told it that
 * the page has loaded.
 */
async function hearInOrder({ hear }: Reading, texts: readonly Text[]) {
  const spoken = await hear(...texts)
  const places = texts.map((text) => spoken.findIndex((each) => isText(each, text)))
  expect(places, spoken.join(' | ')).toEqual(places.toSorted((one, other) => one - other))
}

interface Reading {
  readonly page: Page
  /** Presses the key of each letter. Echoes of them are not part of what is heard. */
  type(letters: string): Promise<void>
  readonly reader: ReaderDesktop
  /** Waits until these texts, or matching ones, were spoken, and returns everything since the last call. */
  hear(...texts: readonly Text[]): Promise<readonly string[]>
}

const PAGE = 'A page with nothing but the chat'

/** Opens the page, and waits until Orca has read it: an earlier change of the focus is not spoken. */
async function openPage({ page, reader, hear }: Reading, baseURL: string | undefined) {
  await page.goto(`${baseURL}/bare.html`)
  await reader.keyboard.focusWindow(PAGE)
  await hear(`Finished loading ${PAGE}.`, 'Host page heading level 1.')
}

/** Focuses the launcher, and waits until Orca has said so. */
async function focusLauncher({ page, hear }: Reading) {
  await createChatPage(page).launcher.focus()
  await hear('Open chat collapsed push button.', 'opens dialog')
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
          .toEqual(expect.arrayContaining(texts.map(matching)))
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
  'Orca reads out opening, sending, approval and closing, in order (A47)',
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
    await openPage(reading, baseURL)
    await focusLauncher(reading)

    await test.step('opening', async () => {
      await keyboard.press('Return')
      await hearInOrder(reading, OPENED)
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
      await hear(FIELD)
    })
    await test.step('closing and reopening', async () => {
      await keyboard.press('Escape')
      await hearInOrder(
        reading,
        browserName === 'firefox' ? [LAUNCHER_IN_FIREFOX] : [LAUNCHER, 'opens dialog'],
      )
      await keyboard.press('Return')
      // Orca 43 is silent now and then: a browser tells it of the frame's document first, and Orca takes the field for known.
      await expect(chat.composer).toBeFocused()
    })
  },
)

test(
  'Orca reads out the failure of an answer, the list and its search, in order',
  { tag: ['@nightly', '@timed'] },
  async ({ reading, baseURL, model }) => {
    const { page, reader, type, hear } = reading
    const { keyboard } = reader
    const chat = createChatPage(page)
    model.teach('fail', 'status 401')
    await openPage(reading, baseURL)
    await focusLauncher(reading)
    await keyboard.press('Return')
    await hear(FIELD)

    await test.step('a failed answer', async () => {
      await type('fail')
      await keyboard.press('Return')
      const failed = 'The answer failed. Try again is available.'
      const spoken = await hear(failed)
      expect(spoken.filter((text) => !SLOW.test(text))).toEqual([failed])
    })
    await test.step('the list, from Try again, where letters are commands of Orca', async () => {
      await chat.button('Try again').focus()
      await hear('Try again push button.', 'Assistant said.')
      await keyboard.press('ctrl+shift+l')
      await hearInOrder(reading, LISTED)
    })
    await test.step('a search', async () => {
      await keyboard.press('shift+Tab')
      await hearInOrder(reading, SEARCH)
      await type('zzz')
      expect(await hear('No conversations found')).toEqual(['No conversations found'])
      await keyboard.press('BackSpace', 'BackSpace', 'BackSpace')
      await type('fail')
      expect(await hear('1 conversation found')).toEqual(['1 conversation found'])
      await keyboard.press('Down')
      await hearInOrder(reading, LISTED)
    })
  },
)

test(
  'Orca reads out the menu and the settings, each by name and value',
  { tag: ['@nightly', '@timed'] },
  async ({ reading, baseURL, browserName }) => {
    const { page, reader, hear } = reading
    const { keyboard } = reader
    await openPage(reading, baseURL)
    await focusLauncher(reading)
    await keyboard.press('Return')
    await hear(FIELD)
    await createChatPage(page).button('More').focus()
    await hear('More collapsed push button.', 'opens menu')
    await keyboard.press('Return')
    await hearInOrder(reading, ['menu', 'Settings.'])
    await keyboard.press('Return')
    // Chromium tells Orca to read the whole dialog, Firefox the button with the focus.
    await hear(browserName === 'firefox' ? 'Close push button.' : 'is read out.')
    for (const [name, value] of SETTINGS) {
      await keyboard.press('Tab')
      await hearInOrder(reading, [name, value])
    }
  },
)
