import { readFile } from 'node:fs/promises'
import type { FrameLocator, Page } from '@playwright/test'
import { callChat } from './call-chat.ts'
import type { ChatPage } from './chat-page.ts'
import { expect, test } from './fixtures.ts'
import { printFrame } from './print-frame.ts'
import { scanInLightAndDark } from './scan-accessibility.ts'
import { addTagPage } from './tag-page.ts'

const open = async (page: Page, chat: ChatPage, path = '/menu.html') => {
  await page.goto(path)
  await chat.open()
}

/** Opens the menu and chooses the entry with this name. */
const choose = async (chat: ChatPage, name: string) => {
  await chat.button('More').click()
  await chat.frame.getByRole('menuitem', { name }).click()
}
const dialog = (frame: FrameLocator, name: string) => frame.getByRole('dialog', { name })

test.beforeEach(({ site }) => {
  addTagPage(site, '/menu.html', '')
})

test(
  'by keyboard: the menu, its settings, and back where one came from (A16)',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await open(page, chat)
    const more = chat.button('More')
    await more.focus()
    await page.keyboard.press('Enter')
    await expect(chat.frame.getByRole('menuitem', { name: 'Settings' })).toBeFocused()
    await page.keyboard.press('Enter')
    const settings = dialog(chat.frame, 'Settings')
    await expect(settings).toBeVisible()
    expect(await scanInLightAndDark(page)).toEqual([])

    const size = settings.getByLabel('Text size')
    await size.focus()
    await size.selectOption('Larger')
    const root = chat.frame.locator('html')
    await expect(root).toHaveCSS('font-size', '21px')
    await page.keyboard.press('Escape')
    await expect(settings).toBeHidden()
    await expect(more).toBeFocused()

    // The choice applies from the first paint of the next page.
    await page.reload()
    await chat.open()
    expect(await root.evaluate((each) => getComputedStyle(each).fontSize)).toBe('21px')
  },
)

test(
  'an answer is read aloud on request, and not before (U114)',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    // A meter measures all sound to the loudspeaker.
    await page.addInitScript(() => {
      const meters: AnalyserNode[] = []
      const loudest = () => {
        const waves = meters.map((meter) => {
          const wave = new Float32Array(meter.fftSize)
          meter.getFloatTimeDomainData(wave)
          return Math.max(...wave.map(Math.abs))
        })
        return Math.max(0, ...waves)
      }
      Object.assign(window, { loudest })
      const connect = Object.getOwnPropertyDescriptor(AudioNode.prototype, 'connect')!.value as (
        this: AudioNode,
        to: AudioNode,
      ) => AudioNode
      AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
        if (to instanceof AudioDestinationNode) {
          const meter = this.context.createAnalyser()
          meters.push(meter)
          connect.call(this, meter)
        }
        return connect.call(this, to)
      } as AudioNode['connect']
    })
    await open(page, chat)
    const hear = () =>
      chat.frame.locator('html').evaluate(async () => {
        const { loudest } = window as unknown as { loudest: () => number }
        let most = 0
        for (let frames = 0; frames < 30; frames += 1) {
          await new Promise(requestAnimationFrame)
          most = Math.max(most, loudest())
        }
        return most
      })

    await chat.send('say Quiet')
    await chat.settled()
    expect(await hear()).toBe(0)

    await choose(chat, 'Settings')
    const settings = dialog(chat.frame, 'Settings')
    await settings.getByRole('switch', { name: 'Sound when an answer comes' }).click()
    await page.keyboard.press('Escape')
    await chat.send('say Heard')
    await expect.poll(hear).toBeGreaterThan(0.01)
  },
)

test(
  'a chosen language takes precedence over the page’s, also when that changes',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await open(page, chat)
    await choose(chat, 'Settings')
    await dialog(chat.frame, 'Settings').getByLabel('Language').selectOption('de')
    await expect(dialog(chat.frame, 'Einstellungen')).toBeVisible()
    await callChat(page, 'setLocale', 'fr')
    await page.keyboard.press('Escape')
    await expect(chat.frame.locator('html')).toHaveAttribute('lang', 'de')

    await chat.button('Mehr').click()
    await chat.frame.getByRole('menuitem', { name: 'Einstellungen' }).click()
    await dialog(chat.frame, 'Einstellungen').getByLabel('Sprache').selectOption('')
    await expect(chat.frame.locator('html')).toHaveAttribute('lang', 'fr')
  },
)

test(
  'what the page shares is shown, goes out, and stays out once it is switched off',
  { tag: '@nightly' },
  async ({ page, chat, model }) => {
    const contexts: unknown[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname !== '/v1/chat') return
      const { messages } = request.postDataJSON() as {
        messages: { metadata?: { custom?: { context?: unknown } } }[]
      }
      contexts.push(messages.at(-1)?.metadata?.custom?.context)
    })
    await open(page, chat)
    await callChat(page, 'setContext', { data: { cart: { chairs: 2 } }, user: { plan: 'pro' } })
    await chat.button('This page shares 2 details').click()
    const shared = dialog(chat.frame, 'What this page shares')
    await expect(shared.getByText('pro', { exact: true })).toBeVisible()
    expect(await scanInLightAndDark(page)).toEqual([])
    await page.keyboard.press('Escape')
    await chat.send('say With both')
    await chat.settled()

    await choose(chat, 'What this page shares')
    await shared.getByRole('switch', { name: 'user' }).click()
    await page.keyboard.press('Escape')
    await expect(chat.button('This page shares 1 detail')).toBeVisible()
    await chat.send('say With one')
    await chat.settled()

    await expect
      .poll(() => contexts)
      .toEqual([{ cart: { chairs: 2 }, user: { plan: 'pro' } }, { cart: { chairs: 2 } }])
    const bodyOf = (prompt: string) =>
      JSON.stringify(model.requests.find((request) => request.prompt?.includes(prompt))?.body)
    expect(bodyOf('say With both')).toContain('pro')
    // The earlier context is not sent again, because it may be outdated.
    expect(bodyOf('say With one')).not.toContain('pro')
    expect(bodyOf('say With one')).toContain('chairs')
  },
)

test(
  'a conversation is saved as a file in three formats, without hidden parts',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await open(page, chat)
    await chat.send('reason HiddenThought; say The **chair** is red.')
    await chat.settled()
    const save = async (kind: string) => {
      await choose(chat, 'Save conversation')
      const downloading = page.waitForEvent('download')
      await dialog(chat.frame, 'Save conversation').getByRole('button', { name: kind }).click()
      const file = await downloading
      await expect(dialog(chat.frame, 'Save conversation')).toBeHidden()
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
    }

    const markdown = await save('Text (Markdown)')
    expect(markdown.name).toMatch(/^chat-\d{4}-\d\d-\d\d\.md$/)
    expect(markdown.text).toContain('The **chair** is red.')
    const html = await save('Web page (HTML)')
    expect(html.text).toContain('The <strong>chair</strong> is red.')
    const json = await save('Data (JSON)')
    expect(JSON.parse(json.text)).toMatchObject({
      messages: [{ role: 'user' }, { role: 'assistant' }],
    })
    // The hidden thought is only part of the question's text.
    const [, answer] = (JSON.parse(json.text) as { messages: unknown[] }).messages
    expect(JSON.stringify(answer)).not.toContain('HiddenThought')
    for (const { text } of [markdown, html])
      expect(text.split('Assistant said')[1]).not.toContain('HiddenThought')
  },
)

test(
  'printed, a conversation is whole, black on white, wrapped, with its addresses, and nothing of the chat around it (U74)',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await open(page, chat)
    await page.emulateMedia({ colorScheme: 'dark' })
    await chat.send('tokens 900')
    await chat.settled()
    const code = `const all = [${Array.from({ length: 60 }, (_, index) => index).join(', ')}]`
    await chat.send(
      `json ${JSON.stringify(`[Manual](https://docs.example.com/a)\n\n\`\`\`js\n${code}\n\`\`\``)}`,
    )
    await chat.settled()
    const frame = page.frames().find((other) => other.url().includes('/frame'))!
    // The print dialog stays open until the test has checked the page.
    await frame.evaluate(() => {
      Object.assign(window, { print: () => dispatchEvent(new Event('beforeprint')) })
    })
    await choose(chat, 'Print')
    await expect(chat.frame.locator('.print-sheet')).toBeAttached()

    const { words, addresses, pages } = await printFrame(page.context(), frame)
    for (const word of ['word1 ', 'word900', ' 59]']) expect(words).toContain(word)
    expect(words).not.toContain('Assistant · usually instant')
    expect(addresses).toEqual(['" (https://docs.example.com/a)"'])
    expect(pages.length).toBeGreaterThan(1)
    for (const { corner, darkest, marginRight } of pages) {
      expect(corner).toBe(0)
      expect(darkest).toBeGreaterThan(0.9)
      expect(marginRight).toBeGreaterThan(0.04)
    }

    await frame.evaluate(() => dispatchEvent(new Event('afterprint')))
    await expect(chat.frame.locator('.print-sheet')).toHaveCount(0)
  },
)

test('a person who deletes their data becomes a new visitor, and the server has none of it', async ({
  page,
  chat,
  alcove,
}) => {
  await open(page, chat)
  await chat.send('say To be forgotten')
  await chat.settled()
  const tokenOf = () =>
    page.waitForRequest((request) => new URL(request.url()).pathname === '/v1/chat')
  const [request] = await Promise.all([tokenOf(), chat.send('say More of it')])
  await chat.settled()
  const authorization = (await request.allHeaders())['authorization']!
  const threadsOf = async () => {
    const url = `http://localhost:${alcove.port}/v1/threads`
    const answer = await fetch(url, { headers: { authorization } })
    return ((await answer.json()) as { threads: unknown[] }).threads.length
  }
  expect(await threadsOf()).toBe(1)

  await choose(chat, 'Delete my data')
  const question = dialog(chat.frame, 'Delete all of your data?')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  expect(await scanInLightAndDark(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(chat.log.getByRole('article')).toHaveCount(4)

  await choose(chat, 'Delete my data')
  await question.getByRole('button', { name: 'Delete everything' }).click()
  await expect(question).toBeHidden()
  await expect(chat.log.getByRole('article')).toHaveCount(0)
  // A copy of the token gives access to nothing.
  expect(await threadsOf()).toBe(0)

  await page.reload()
  await chat.open()
  await expect(chat.log.getByRole('article')).toHaveCount(0)
  await chat.send('say Anew')
  await chat.settled()
  await expect(chat.log.getByRole('article')).toHaveCount(2)
})

test(
  'a page asks the person before it deletes, and hears what they said',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await open(page, chat)
    await chat.send('say Mine')
    await chat.settled()

    const declined = callChat(page, 'deleteData')
    await dialog(chat.frame, 'Delete all of your data?')
      .getByRole('button', { name: 'Cancel' })
      .click()
    expect(await declined).toBe(false)
    await expect(chat.log.getByRole('article')).toHaveCount(2)

    const agreed = callChat(page, 'deleteData')
    const question = dialog(chat.frame, 'Delete all of your data?')
    await question.getByRole('button', { name: 'Delete everything' }).click()
    expect(await agreed).toBe(true)
    await expect(chat.log.getByRole('article')).toHaveCount(0)
  },
)

test(
  'a page that may not read has the person save the conversation',
  { tag: '@nightly' },
  async ({ page, chat }) => {
    await open(page, chat)
    await chat.send('say Mine')
    await chat.settled()

    expect(await callChat(page, 'exportTranscript', 'html')).toBeNull()
    await expect(dialog(chat.frame, 'Save conversation')).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await callChat(page, 'exportTranscript', 'pdf')).toMatch(
      /^invalid_request: .*md, html, json/,
    )
  },
)

test(
  'an answer that came while the panel was closed begins at a line (U12, U73)',
  { tag: '@nightly' },
  async ({ page, chat, model }) => {
    await open(page, chat)
    await chat.send('say First')
    await chat.settled()
    await chat.send('hold new; tokens 600')
    await chat.button('Close').click()
    model.release('new')
    await expect(page.getByRole('button', { name: 'Open chat, new answer' })).toBeVisible()

    await page.getByRole('button', { name: /^Open chat/ }).click()
    const mark = chat.log.getByText('New', { exact: true })
    await expect(mark).toBeInViewport()
    await expect(chat.answer).toContainText('word600')

    // A press on a panel that is still sliding would miss the button.
    await page
      .locator('alcove-root #panel')
      .evaluate((panel) => Promise.all(panel.getAnimations().map(({ finished }) => finished)))
    await chat.button('Close').click()
    await chat.open()
    await expect(mark).toBeHidden()
  },
)

test(
  'the way to a person stands first in the menu, and the page hears of a press (A38)',
  { tag: '@nightly' },
  async ({ page, site, chat }) => {
    addTagPage(site, '/person.html', 'data-person="event"')
    await open(page, chat, '/person.html')
    const heard = page.evaluate(
      () =>
        new Promise((resolve) => {
          const call = window.Alcove as unknown as (...args: unknown[]) => void
          call('on', 'action', ({ type }: { type: string }) => resolve(type))
        }),
    )
    await chat.button('More').click()
    await expect(chat.frame.getByRole('menuitem').first()).toHaveText('Talk to a person')
    await chat.frame.getByRole('menuitem', { name: 'Talk to a person' }).click()

    expect(await heard).toBe('person')
  },
)
