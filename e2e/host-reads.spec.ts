import type { Page } from '@playwright/test'
import { callChat } from './call-chat.ts'
import type { ChatPage } from './chat-page.ts'
import { expect, test } from './reading-site.ts'
import type { HostSite } from './host-site.ts'
import { createThreadListPage } from './thread-list-page.ts'
import { addTagPage } from './tag-page.ts'

/** Texts that a person sends, drafts, uses as names and searches for, each in one place only. */
const SAID = {
  text: 'SECRETtext',
  answer: 'SECRETanswer',
  link: 'https://example.com/SECRETlink',
  title: 'SECRETtitle',
  file: 'SECRETfile.txt',
  comment: 'SECRETcomment',
  draft: 'SECRETdraft',
  search: 'SECRETsearch',
}

/** Every command of the reference that needs no person, with arguments. */
const CALLS: readonly (readonly unknown[])[] = [
  ['open'],
  ['update', { name: 'Pip' }],
  ['setTheme', 'dark'],
  ['setLocale', 'en'],
  ['show'],
  ['focusComposer'],
  ['setComposer', 'Mine'],
  ['askAbout', { label: 'A mug' }],
  ['notify', 'Hello'],
  ['send', 'say Too early'],
  ['stop'],
  ['refresh'],
  ['threads.list'],
  ['threads.list', { archived: true, more: true }],
  ['threads.rename', 'thread_nobody', 'Title'],
  ['threads.archive', 'thread_nobody'],
  ['threads.unarchive', 'thread_nobody'],
  ['context', { system: 'A shop' }],
  ['setContext', { data: { Cart: '3 shoes' } }],
  ['exportTranscript', 'md'],
  ['doctor'],
  ['metrics'],
]

/** Records all messages from the frame to the page. */
async function listen(page: Page) {
  await page.addInitScript(() => {
    const crossed: string[] = []
    Object.assign(window, { crossed })
    const { set, ...rest } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')!
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      ...rest,
      set(listener: (event: MessageEvent) => void) {
        set!.call(this, (event: MessageEvent) => {
          crossed.push(String(event.data))
          listener.call(this, event)
        })
      },
    })
    addEventListener('message', ({ data }) => crossed.push(JSON.stringify(data)))
  })
  return async () =>
    (await page.evaluate(() => (window as unknown as { crossed: string[] }).crossed)).join('\n')
}

/** A person sends, attaches, renames, rates and searches for something, and leaves a draft. */
async function talk(page: Page, chat: ChatPage) {
  const { frame } = chat
  await chat.open()
  const choosing = page.waitForEvent('filechooser')
  await chat.button('Attach files').click()
  const file = { name: SAID.file, mimeType: 'text/plain', buffer: Buffer.from('Some words') }
  await (await choosing).setFiles(file)
  await expect(frame.getByText(SAID.file, { exact: true })).toBeVisible()
  await chat.send(`say ${SAID.answer} and [more](${SAID.link}) ${SAID.text}`)
  await expect(chat.answer).toContainText(SAID.answer)
  await chat.settled()

  await chat.button('Bad answer').click()
  await frame.getByRole('textbox', { name: 'More about it' }).fill(SAID.comment)
  const judged = page.waitForResponse(/\/feedback$/)
  const reasons = frame.getByRole('group', { name: 'What was wrong?' })
  await reasons.getByRole('button', { name: 'Send' }).click()
  await judged

  const { nav, search, row } = createThreadListPage(chat)
  await frame.getByRole('button', { name: /^Conversations/ }).click()
  await nav
    .getByRole('button', { name: /^More for/ })
    .first()
    .click()
  await frame.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(nav.getByRole('textbox', { name: 'Name of the conversation' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(SAID.title)
  await page.keyboard.press('Enter')
  await expect(row(SAID.title)).toBeVisible()
  await search.fill(SAID.search)
  await expect(nav.getByText('No conversations found')).toBeVisible()
  await search.fill('')
  await row(SAID.title).click()
  await chat.composer.fill(SAID.draft)
}

async function visit(page: Page, chat: ChatPage, site: HostSite) {
  addTagPage(site, '/listens.html', 'data-events-content="true"')
  const crossed = await listen(page)
  await page.goto(`http://localhost:${site.port}/listens.html`)
  await expect(chat.launcher).toBeVisible()
  await talk(page, chat)
  const answers: unknown[] = []
  for (const call of CALLS) answers.push(JSON.stringify(await callChat(page, ...call)))
  return { crossed: await crossed(), answers: answers.join('\n') }
}

const EVENTS = ['message:sent', 'message:received', 'thread:title', 'attachment:add', 'feedback']

test('no word of a conversation crosses to a page, whatever it calls and hears', async ({
  page,
  chat,
  site,
}) => {
  const { crossed, answers } = await visit(page, chat, site)

  for (const name of EVENTS) expect(crossed).toContain(`"${name}"`)
  expect(`${crossed}\n${answers}`).not.toContain('SECRET')
})

test(
  'where it may read, exactly what was said crosses, and nothing that was not',
  { tag: '@nightly' },
  async ({ page, chat, readingSite }) => {
    const { crossed, answers } = await visit(page, chat, readingSite)

    for (const said of ['text', 'answer', 'link', 'title', 'file', 'comment'] as const)
      expect(crossed, said).toContain(SAID[said])
    // Includes the transcript.
    expect(crossed).toContain('"format":"md"')
    for (const kept of ['draft', 'search'] as const) expect(crossed, kept).not.toContain(SAID[kept])
    expect(answers).not.toContain('SECRET')
  },
)
