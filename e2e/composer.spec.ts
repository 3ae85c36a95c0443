import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAlcove } from './alcove-server.ts'
import type { ChatPage } from './chat-page.ts'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import { startHostSite } from './host-site.ts'
import { action, answers, questions, reopen } from './messages.ts'
import { visit } from './visitor.ts'

/** CPU slowdown factor. */
const SLOW_PHONE = 6
const SENDS = 3

const note = ({ frame }: ChatPage, words: string | RegExp) =>
  frame.getByRole('form', { name: 'Write a message' }).getByText(words)

test.describe('with a keyboard', () => {
  test.beforeEach(async ({ page, chat }) => {
    await page.goto('/bare.html')
    await chat.open()
  })

  test('Enter sends a message, unless there is nothing to send', async ({ chat, page }) => {
    await test.step('blank text is not sent (U31)', async () => {
      await chat.composer.fill(' \n ')
      await expect(chat.button('Send')).toBeDisabled()
      await chat.composer.press('Enter')
      await expect(chat.log.getByRole('article')).toHaveCount(0)

      await chat.composer.fill('')
    })

    await test.step('the field grows with its text, to eight lines and no further (U32)', async () => {
      const heights: number[] = []
      const lines = [1, 2, 7, 8, 9, 20]
      for (const count of lines) {
        await chat.composer.fill(Array.from({ length: count }, (_, n) => `line ${n}`).join('\n'))
        heights.push((await chat.composer.boundingBox())!.height)
      }
      const [one, two, seven, eight, nine, twenty] = heights as [
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const line = two - one
      expect(line).toBeGreaterThan(10)
      expect(seven - one).toBeCloseTo(6 * line, 0)
      expect(eight - one).toBeCloseTo(7 * line, 0)
      expect(nine).toBe(eight)
      expect(twenty).toBe(eight)

      await chat.composer.fill('')
      expect((await chat.composer.boundingBox())!.height).toBe(one)
    })

    for (const { name, ...facts } of composing) {
      await test.step(`Enter belongs to ${name}`, async () => {
        await chat.composer.fill('say 日本')
        const press = (init: { keyCode: number; isComposing: boolean }) =>
          chat.composer.evaluate((field, { keyCode, isComposing }) => {
            const how = { key: 'Enter', keyCode, isComposing, bubbles: true, cancelable: true }
            return field.dispatchEvent(new KeyboardEvent('keydown', how))
          }, init)
        expect(await press(facts)).toBe(true)
        await expect(chat.composer).toHaveValue('say 日本')
        await expect(chat.log.getByRole('article')).toHaveCount(0)

        // Positive control: the same key without composition.
        expect(await press({ keyCode: 13, isComposing: false })).toBe(false)
        await expect(chat.composer).toHaveValue('')
        await expect(chat.answer).toContainText('日本')
        await chat.settled()
        await chat.startAnew()
      })
    }

    await test.step('Enter sends, and Shift+Enter begins a line', async () => {
      await chat.composer.focus()
      await page.keyboard.type('say First line')
      await page.keyboard.press('Shift+Enter')
      await page.keyboard.type('say Second line')
      await expect(chat.composer).toHaveValue('say First line\nsay Second line')
      await expect(chat.log.getByRole('article')).toHaveCount(0)

      await page.keyboard.press('Enter')

      await expect(chat.composer).toHaveValue('')
      await expect(chat.answer).toContainText('First lineSecond line')
      await chat.settled()
      await reopen(page, chat)
      await expect(questions(chat).first()).toContainText('say First line\nsay Second line', {
        useInnerText: true,
      })
    })

    await test.step('a text over the limit is not sent, and the note counts', async () => {
      await chat.startAnew()
      const limit = 32_000
      await chat.composer.fill('x'.repeat(limit + 1))
      await expect(note(chat, '1 character too many')).toBeVisible()
      await expect(chat.button('Send')).toBeDisabled()
      await chat.composer.press('Enter')
      await expect(chat.log.getByRole('article')).toHaveCount(0)

      await chat.composer.press('Backspace')
      await expect(chat.button('Send')).toBeEnabled()
      await chat.composer.press('Enter')
      await expect(questions(chat)).toHaveCount(1)
    })
  })

  test(
    'text typed while an answer is running stays in the field',
    { tag: '@nightly' },
    async ({ chat, model, page, context }, { testId }) => {
      await test.step('Enter waits for the answer, says so, and keeps what was typed (U19)', async () => {
        await chat.send(`say Begun; hold ${testId}-waits`)
        await expect(chat.answer).toContainText('Begun')
        await chat.composer.fill('say Next')
        await chat.composer.press('Enter')

        await expect(note(chat, /^An answer is on its way/)).toBeVisible()
        await expect(chat.composer).toHaveAccessibleDescription(/^An answer is on its way/)
        await expect(chat.composer).toHaveValue('say Next')
        await expect(chat.log.getByRole('article')).toHaveCount(2)

        model.release(`${testId}-waits`)
        await chat.settled()
        await expect(note(chat, /^An answer is on its way/)).toHaveCount(0)
        await expect(chat.composer).toHaveValue('say Next')
        await chat.composer.press('Enter')
        await expect(chat.answer).toContainText('Next')
      })

      await test.step('Escape stops an answer, and idle it closes the chat without taking the draft (U22)', async () => {
        await chat.startAnew()
        await chat.send(`say Begun; hold ${testId}-escape`)
        await expect(chat.answer).toContainText('Begun')
        await chat.composer.fill('a draft')
        await page.keyboard.press('Escape')
        await chat.settled()
        await expect(chat.answer).toContainText('Stopped')
        await expect(chat.composer).toHaveValue('a draft')

        await page.keyboard.press('Escape')
        await expect(chat.launcher).toBeFocused()
        await chat.open()
        await expect(chat.composer).toHaveValue('a draft')
        await expect(chat.log.getByRole('article')).toHaveCount(2)

        await chat.composer.fill('')
      })

      await test.step('text typed right after Enter is the next message, also on a slow phone', async () => {
        await chat.startAnew()
        const devtools = await context.newCDPSession(page)
        await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW_PHONE })
        await chat.composer.focus()
        for (let round = 1; round <= SENDS; round += 1) {
          await page.keyboard.insertText(`say Answer ${round}`)
          await page.keyboard.press('Enter')
          await page.keyboard.insertText(`next ${round}`)

          await expect(chat.answer).toContainText(`Answer ${round}`)
          await chat.settled()
          await expect(chat.composer).toHaveValue(`next ${round}`)
          await page.keyboard.press('ControlOrMeta+A')
        }
        const sent = Array.from({ length: SENDS }, (_, index) => `say Answer ${index + 1}`)
        await expect(questions(chat)).toContainText(sent)
        await expect(chat.log).not.toContainText('next')
      })
    },
  )

  const composing = [
    { name: 'an open input method', keyCode: 13, isComposing: true },
    { name: 'an input method that Safari has closed by then', keyCode: 229, isComposing: false },
  ]
  test('drafts are kept where they were begun', { tag: '@nightly' }, async ({ page, chat }) => {
    await test.step('a draft outlives closing the chat and a reload of the page, what was sent does not (R01)', async () => {
      await chat.composer.fill('before any message')
      await chat.button('Close').click()
      await chat.open()
      await expect(chat.composer).toHaveValue('before any message')
      await reopen(page, chat)
      await expect(chat.composer).toHaveValue('before any message')

      await chat.send('say Hello')
      await chat.settled()
      await reopen(page, chat)
      await expect(chat.answer).toContainText('Hello')
      await expect(chat.composer).toHaveValue('')

      await chat.composer.fill('in a known conversation')
      await reopen(page, chat)
      await expect(chat.answer).toContainText('Hello')
      await expect(chat.composer).toHaveValue('in a known conversation')

      await chat.composer.fill('')
    })

    await test.step('a new conversation has its own draft (U92)', async () => {
      await chat.startAnew()
      await chat.send('say Hello')
      await chat.settled()
      await chat.composer.fill('for the old one')
      await chat.button('New conversation').click()

      await expect(chat.log.getByRole('article')).toHaveCount(0)
      await expect(chat.composer).toHaveValue('')
    })

    await test.step('a key pressed right after New conversation is written in the new one', async () => {
      await chat.send('say Before')
      await chat.settled()

      // As fast as possible for a user: the key press is the next event.
      await chat.button('New conversation').evaluate((button: HTMLElement) => {
        const { port1, port2 } = new MessageChannel()
        const typed = new Promise((resolve) => (port1.onmessage = resolve))
        button.click()
        port2.postMessage(null)
        return typed.then(() => {
          document.querySelector('textarea')?.focus()
          document.execCommand('insertText', false, 'Half a thought')
        })
      })

      await expect(chat.log.getByRole('article')).toHaveCount(0)
      await expect(chat.composer).toHaveValue('Half a thought')
    })
  })
})

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('Enter begins a line, and the button sends (A07, U29)', async ({ page, chat }) => {
    await page.goto('/bare.html')
    await chat.launcher.tap()
    await expect(chat.composer).toBeVisible()
    await expect(chat.composer).not.toBeFocused()
    await chat.composer.tap()
    await page.keyboard.type('say First')
    await page.keyboard.press('Enter')
    await page.keyboard.type('say Second')
    await expect(chat.composer).toHaveValue('say First\nsay Second')
    await expect(chat.log.getByRole('article')).toHaveCount(0)

    await chat.button('Send').tap()

    await expect(chat.composer).toHaveValue('')
    await expect(chat.answer).toContainText('FirstSecond')
    await expect(chat.composer).toBeFocused()
    await chat.settled()
  })
})

test(
  'a read-only project shows what was said, and takes nothing',
  { tag: '@nightly' },
  async ({ page, model, chat }, { testId }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'alcove-read-only-'))
    const config = join(dataDir, 'alcove.config.ts')
    await writeFile(config, 'export default { projects: { default: { readOnly: true } } }')
    const env = {
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
      ALCOVE_HOST_SECRET: HOST_SECRET,
    }
    const before = await startAlcove({ env, dataDir })
    const site = await startHostSite(`http://localhost:${before.port}`)
    const world = { page, site, alcove: before }
    const visitor = await visit(`reader-${testId}`, world)
    await chat.open()
    await chat.send('say Kept')
    await chat.settled()
    // Positive control: users who may write get all of these actions.
    await expect(action(questions(chat).first(), 'Edit')).toBeVisible()
    for (const name of ['Answer again', 'Good answer', 'Bad answer']) {
      await expect(action(answers(chat).first(), name)).toBeVisible()
    }
    await expect(chat.button('Attach files')).toBeVisible()
    await before.stop()
    const { port } = before
    const alcove = await startAlcove({ env: { ...env, ALCOVE_CONFIG: config }, dataDir, port })

    await reopen(page, chat)
    await expect(answers(chat).first()).toContainText('Kept')
    await expect(chat.composer).not.toBeEditable()
    await expect(chat.composer).toHaveAccessibleDescription('This conversation can only be read.')
    await expect(chat.button('Send')).toBeDisabled()
    await expect(action(answers(chat).first(), 'Copy')).toBeVisible()
    await expect(action(questions(chat).first(), 'Edit')).toHaveCount(0)
    for (const name of ['Answer again', 'Good answer', 'Bad answer']) {
      await expect(action(answers(chat).first(), name)).toHaveCount(0)
    }
    await expect(chat.button('Attach files')).toHaveCount(0)

    await expect(chat.button('New conversation')).toHaveCount(0)
    await chat.composer.press('Enter')
    expect(await visitor.rows()).toHaveLength(2)
    await site.stop()
    await alcove.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
)
