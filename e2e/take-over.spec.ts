import type { Frame, Locator, Page } from '@playwright/test'
import type { ChatPage } from './chat-page.ts'
import { callChat } from './call-chat.ts'
import { expect, test } from './fixtures.ts'
import { answers, questions } from './messages.ts'
import { recordAnnouncements } from './record-announcements.ts'

// The document of the frame takes keys before its app has loaded, and the app takes the field over.

const isLong = process.env['ALCOVE_TEST_LONG'] === '1'
const TAKEOVERS = isLong ? 50 : 4
/** CPU slowdown of a slow phone, compared with this machine. */
const SLOWNESS = 4
/** Keys that are typed after the takeover. */
const MORE_KEYS = 5
/** Longest time for which a key is held, and longest time for which the app's script is held. */
const PAUSE_MAX_MS = 60
const HOLD_MAX_MS = 600

const APP_SCRIPT = /\/frame\/assets\/index-[^/]+\.js$/

interface Hold {
  /** Lets the app's script come. */
  release(): void
}

/** Holds the app's script, so that the document is alone. */
async function holdApp(page: Page): Promise<Hold> {
  const released = Promise.withResolvers<void>()
  await page.route(APP_SCRIPT, async (route) => {
    await released.promise
    await route.continue().catch(() => {})
  })
  return { release: released.resolve }
}

/** The parts that the app removes when it has drawn itself. */
const earlyParts = (chat: ChatPage): Locator => chat.frame.locator('[data-early]')
const frameOf = (page: Page): Frame => page.frames().find((each) => each.parentFrame() !== null)!

/** Opens the chat like a person, and waits until keys go to the field. */
async function openByHand(page: Page, chat: ChatPage): Promise<void> {
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expect(chat.composer).toBeFocused()
}

/** Opens the document alone: the app's script is held. */
async function openEarly(page: Page, chat: ChatPage): Promise<Hold> {
  const hold = await holdApp(page)
  await page.goto('/bare.html')
  await openByHand(page, chat)
  return hold
}

/** Lets the app come, and waits until it has taken over. */
async function takeOver(chat: ChatPage, hold: Hold): Promise<void> {
  hold.release()
  await expect(earlyParts(chat)).toHaveCount(0)
}

/** Types numbers, so that a lost, doubled or moved key shows, until `isOver`; and some more. */
async function typeUntil(page: Page, isOver: () => Promise<boolean>): Promise<string> {
  let typed = ''
  let more = MORE_KEYS
  for (let count = 0; more > 0; count += 1) {
    const key = String(count % 10)
    await page.keyboard.press(key, { delay: Math.random() * PAUSE_MAX_MS })
    typed += key
    if (await isOver()) more -= 1
  }
  return typed
}

let faults: string[] = []

test.beforeEach(({ page }) => {
  faults = []
  page.on('pageerror', ({ message }) => faults.push(message))
})

test.afterEach(() => expect(faults).toEqual([]))

test(
  'no key is lost or doubled, whenever the app takes over',
  { tag: '@long' },
  async ({ page, chat }) => {
    test.slow()
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS })
    let early = 0
    for (let run = 0; run < TAKEOVERS; run += 1) {
      const hold = await openEarly(page, chat)
      const isOver = async () => (await earlyParts(chat).count()) === 0
      if (!(await isOver())) early += 1
      const wait = setTimeout(hold.release, (HOLD_MAX_MS * run) / TAKEOVERS)
      const typed = await typeUntil(page, isOver)
      clearTimeout(wait)

      await expect(chat.composer).toHaveValue(typed)
      await expect(chat.composer).toBeFocused()
      await page.unrouteAll()
    }
    console.log(`figure: ${early} of ${TAKEOVERS} takeovers happened while somebody typed`)
    expect(early).toBe(TAKEOVERS)
  },
)

test('the document alone takes keys (control: nothing is taken over)', async ({ page, chat }) => {
  await openEarly(page, chat)
  let keys = 0
  const typed = await typeUntil(page, async () => (keys += 1) > 20)

  await expect(chat.composer).toHaveValue(typed)
  await expect(earlyParts(chat)).toHaveCount(2)
})

test('node, caret, selection, undo and focus survive the takeover', async ({ page, chat }) => {
  const hold = await openEarly(page, chat)
  await page.keyboard.type('one two three')
  await page.keyboard.press('ArrowLeft')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('Shift+ArrowLeft')
  const state = () =>
    frameOf(page).evaluate(() => {
      const field = document.querySelector('textarea')!
      const { selectionStart, selectionEnd, selectionDirection } = field
      const isSame = (field as unknown as { isMarked?: boolean }).isMarked
      return { selectionStart, selectionEnd, selectionDirection, isSame, has: document.hasFocus() }
    })
  await chat.composer.evaluate((field) => Object.assign(field, { isMarked: true }))
  const before = await state()
  await takeOver(chat, hold)

  expect(await state()).toEqual(before)
  expect(before).toMatchObject({ selectionStart: 8, selectionEnd: 12, isSame: true, has: true })
  await page.keyboard.press('Control+z')
  await expect(chat.composer).not.toHaveValue('one two three')
  await page.keyboard.press('Control+Shift+z')
  await expect(chat.composer).toHaveValue('one two three')
})

test('a composition goes on through the takeover', async ({ page, chat }) => {
  const hold = await openEarly(page, chat)
  const session = await page.context().newCDPSession(page)
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await page.keyboard.type('a')
  await compose('ㅎ')
  await compose('하')
  await takeOver(chat, hold)
  await compose('한')
  await session.send('Input.insertText', { text: '한' })
  await page.keyboard.type('b')

  await expect(chat.composer).toHaveValue('a한b')
})

test('a message that was sent before the app came is sent once, and the next one stays', async ({
  page,
  chat,
}) => {
  const hold = await openEarly(page, chat)
  await page.keyboard.type('say First')
  await page.keyboard.press('Enter')
  await expect(chat.composer).toHaveValue('')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Second')
  await takeOver(chat, hold)

  await expect(chat.composer).toHaveValue('Second')
  await expect(answers(chat)).toContainText('First')
  await chat.settled()
  await expect(questions(chat)).toHaveCount(1)
  expect(new URL(frameOf(page).url()).search).toBe('')
})

test('words that were typed and sent before the app came survive a reload in that moment', async ({
  page,
  chat,
}) => {
  const hold = await openEarly(page, chat)
  await page.keyboard.type('say First')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Second')
  await page.reload()
  await openByHand(page, chat)
  await expect(chat.composer).toHaveValue('say First\n\nSecond')
  await takeOver(chat, hold)

  await expect(chat.composer).toHaveValue('say First\n\nSecond')
  // Nothing is sent that was not sent in this page.
  await expect(questions(chat)).toHaveCount(0)
  // The app keeps them from now on, once, though it has not stored them yet.
  await page.reload()
  await expect(chat.launcher).toBeVisible()
  await chat.open()
  await expect(chat.composer).toHaveValue('say First\n\nSecond')
})

test('the failed answer to a message that was sent before the app came is announced', async ({
  page,
  chat,
}) => {
  const { take } = await recordAnnouncements(page)
  const hold = await openEarly(page, chat)
  await page.keyboard.type('status 401')
  await page.keyboard.press('Enter')
  await takeOver(chat, hold)
  await expect(chat.answer.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.poll(take).toContain('alert: The answer failed. Try again is available.')
})

test('pasted and dropped files wait for the app', async ({ page, chat }) => {
  const hold = await openEarly(page, chat)
  await page.keyboard.type('say Look')
  const isTaken = await chat.composer.evaluate((field) => {
    const transfer = (name: string) => {
      const data = new DataTransfer()
      data.items.add(new File([name], name, { type: 'text/plain' }))
      return data
    }
    const init = { bubbles: true, cancelable: true }
    const paste = new ClipboardEvent('paste', { ...init, clipboardData: transfer('pasted.txt') })
    const drop = new DragEvent('drop', { ...init, dataTransfer: transfer('dropped.txt') })
    return [field.dispatchEvent(paste), document.body.dispatchEvent(drop)]
  })
  expect(isTaken).toEqual([false, false])
  await chat.button('Send').click()
  await takeOver(chat, hold)

  await expect(questions(chat)).toContainText('pasted.txt')
  await expect(questions(chat)).toContainText('dropped.txt')
  await expect(chat.composer).toHaveValue('')
  await expect(questions(chat)).toHaveCount(1)
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  for (const isTapped of [true, false])
    test(`a field that ${isTapped ? 'a finger tapped early keeps' : 'nobody tapped does not get'} the focus`, async ({
      page,
      chat,
    }) => {
      const hold = await holdApp(page)
      await page.goto('/bare.html')
      await chat.launcher.tap()
      await expect(chat.composer).toBeVisible()
      if (isTapped) {
        await chat.composer.tap()
        await page.keyboard.type('say F')
      }
      await takeOver(chat, hold)
      // The call ends when the app has placed the focus.
      await callChat(page, 'open')
      await page.keyboard.type('irst')

      await expect(chat.composer).toHaveValue(isTapped ? 'say First' : '')
    })
})

test('the panel closes before the app has come', async ({ page, chat }) => {
  await openEarly(page, chat)
  await chat.button('Close').click()
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible()

  await openByHand(page, chat)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Open chat' })).toBeVisible()
})

test('an element that a stranger adds to the composer is reported (control)', async ({
  page,
  chat,
}) => {
  const hold = await openEarly(page, chat)
  await page.keyboard.type('lost')
  await frameOf(page).evaluate(() => {
    document.querySelector('form')!.prepend(document.createElement('style'))
  })
  await takeOver(chat, hold)

  await expect.poll(() => faults.length).toBeGreaterThan(0)
  expect(faults.join()).toContain('418')
  faults = []
})
