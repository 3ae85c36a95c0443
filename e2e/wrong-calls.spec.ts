import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { REPOSITORY_ROOT } from '../scripts/repository-root.ts'
import type { ChatPage } from './chat-page.ts'
import { callChat } from './call-chat.ts'
import { drawWrongCalls, PAGE_OF_WRONG_CALLS, type Answer, type Row } from './draw-wrong-calls.ts'
import { expect, HOST_SECRET, test } from './fixtures.ts'
import { createHostToken } from './host-token.ts'
import { addTagPage } from './tag-page.ts'
import { MISUSES, type Misuse } from './wrong-calls.ts'

/** The page of the documentation is written instead of compared. */
const WRITES = process.env['ALCOVE_WRITE_WRONG_CALLS'] === '1'

const STUB = `<script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>`

/** Commands that end something come last; `destroy` at the end. */
const IN_ORDER = MISUSES.toSorted(
  (one, other) => weightOf(one) - weightOf(other) || MISUSES.indexOf(one) - MISUSES.indexOf(other),
)
function weightOf({ command, ends, asks }: Misuse): number {
  if (command === 'destroy') return 4
  if (ends) return 3
  // An answer runs afterwards, which other calls would meet.
  if (command === 'send') return 2.5
  return asks || command === 'exportTranscript' ? 2 : 1
}

interface World {
  readonly page: Page
  readonly chat: ChatPage
  /** Values that arguments name. */
  readonly values: { readonly thread: string; readonly token: string }
}

/** Makes a call in the page, with its arguments as code, and says how it was answered. */
async function ask(
  { page, chat, values }: World,
  { command, asks }: Pick<Misuse, 'command' | 'asks'>,
  code: string,
): Promise<Answer> {
  const { thread, token } = values
  const list = await page.evaluateHandle<unknown[]>(
    `((thread, token) => [${code}])(${JSON.stringify(thread)}, ${JSON.stringify(token)})`,
  )
  const answering = page.evaluate(
    async ([name, args]) => {
      const { chat: known, told } = window as unknown as {
        chat?: (...call: unknown[]) => Promise<unknown>
        told: { code: string; message: string; hint?: string }[]
      }
      const call: NonNullable<typeof known> = known ?? window.Alcove!
      const factOf = (error: Partial<(typeof told)[number]> & Error) => ({
        code: error.code ?? '',
        text: error.message,
        ...(error.hint !== undefined && { hint: error.hint }),
      })
      const before = told.length
      try {
        const value = await call(name, ...args)
        const fault = told[before]
        if (fault) return { type: 'reported', ...factOf(fault as never) } as const
        const isPlain = value === null || ['boolean', 'undefined'].includes(typeof value)
        return { type: 'done', value: isPlain ? String(value) : typeof value } as const
      } catch (error) {
        return { type: 'refused', ...factOf(error as Error) } as const
      }
    },
    [command, list] as const,
  )
  if (asks && code !== '7' && code !== 'true') {
    await cancel(chat, answering)
  }
  const answer = await answering
  // The dialog that offers to save the conversation.
  if (command === 'exportTranscript' && answer.type === 'done') await page.keyboard.press('Escape')
  return answer
}

/**
 * Cancels with the keyboard, unless the command is answered without a question. A click may count in a panel that still
 * slides before Playwright has seen it: Playwright clicks again, on what is below the dialog.
 */
async function cancel({ frame }: ChatPage, answering: Promise<Answer>) {
  const button = frame.getByRole('dialog').getByRole('button', { name: 'Cancel' })
  const isAsked = await Promise.race([
    button.waitFor().then(() => true),
    answering.then(() => false),
  ])
  if (isAsked) await button.press('Enter')
}

/** Opens a page whose chat is used, and which collects what it reports. */
async function openPage({ page, chat }: World) {
  await page.goto('/wrong-calls.html')
  await expect(chat.launcher).toBeVisible()
  await page.evaluate(() => {
    const told: unknown[] = []
    Object.assign(window, { told })
    void window.Alcove!('on', 'error', (error: unknown) => told.push(error))
  })
  // The file that checks the page at once has loaded.
  await callOn(page, "'ready?', () => {}")
  await expect.poll(() => page.evaluate('told.length')).toBe(1)
  await callChat(page, 'open')
}

const callOn = (page: Page, code: string) => page.evaluate(`Alcove('on', ${code}).then(() => {})`)

async function readAnswers(
  world: World,
  codeOf: (misuse: Misuse) => readonly [command: string, code: string] | undefined,
): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>()
  await openPage(world)
  for (const misuse of IN_ORDER) {
    const call = codeOf(misuse)
    if (!call) continue
    const { command, asks, ends } = misuse
    answers.set(command, await ask(world, { command: call[0], ...(asks && { asks }) }, call[1]))
    if (ends) await callChat(world.page, 'boot')
    if (command === 'setContext') await callChat(world.page, 'setContext', null)
  }
  return answers
}

const misspelt = (name: string) => name.slice(0, -2) + name.at(-1) + name.at(-2)

test('a wrong call of each command is answered by a sentence with a code and a remedy', async ({
  page,
  chat,
  site,
}) => {
  test.slow()
  addTagPage(site, '/wrong-calls.html', '')
  const token = createHostToken('ada', HOST_SECRET)
  /** Begins a conversation, since another visitor may have taken over. */
  const begin = async (): Promise<World> => {
    await page.goto('/wrong-calls.html')
    await chat.open()
    await chat.send('say First')
    await chat.settled()
    const state = () =>
      page.evaluate(
        () => (window.Alcove as unknown as { state: { threadId: string | null } }).state,
      )
    await expect.poll(async () => (await state()).threadId).not.toBeNull()
    return { page, chat, values: { thread: (await state()).threadId!, token } }
  }
  const world = await begin()
  const thrown: string[] = []
  page.on('pageerror', (error) => thrown.push(String(error)))
  const logged: string[] = []
  page.on('console', (line) => logged.push(line.text()))

  const missing = await readAnswers(world, ({ command, missing: code }) =>
    code === undefined ? undefined : [command, code],
  )
  const wrongType = await readAnswers(world, ({ command, wrongType: code }) => [command, code])
  const wrongName = await readAnswers(world, ({ command, wrongName: code }) =>
    code === undefined ? [misspelt(command), ''] : [command, code],
  )

  const rows: Row[] = MISUSES.map((misuse) => {
    const { command } = misuse
    const isNamed = misuse.wrongName !== undefined
    return {
      command,
      cells: [
        ['missing argument', misuse.missing, command, missing.get(command)],
        ['wrong type', misuse.wrongType, command, wrongType.get(command)],
        [
          'wrong name',
          misuse.wrongName ?? '',
          isNamed ? command : misspelt(command),
          wrongName.get(command),
        ],
      ],
    }
  })

  for (const { cells } of rows)
    for (const [, code, command, answer] of cells)
      if (answer) expectSentence(`${command}(${code})`, answer)

  await test.step('a second call is answered like the first, or says why not', async () => {
    const again = await begin()
    await openPage(again)
    for (const misuse of IN_ORDER) {
      const { command, right, ends } = misuse
      if (command === 'destroy') await page.evaluate('window.chat = Alcove')
      const first = await ask(again, misuse, right)
      const second = await ask(again, misuse, right)
      expect(first.type, `${command}: ${JSON.stringify(first)}`).toBe('done')
      addCell(rows, command, ['twice', right, command, second])
      if (ends) await callChat(page, 'boot')
    }
  })

  await test.step('a call before the script has loaded waits for it', async () => {
    const { values } = await begin()
    for (const misuse of IN_ORDER) {
      const { command, right } = misuse
      const path = `/before-${command}.html`
      addTagPage(
        site,
        path,
        '',
        `${STUB}<script>window.told=[];window.thread='${values.thread}';window.token='${values.token}'
        window.first=Alcove('${command}'${right && `, ${right}`}).then(
          (value) => ({ type: 'done', value: value === null || /boolean|undefined/.test(typeof value) ? String(value) : typeof value }),
          ({ code = '', message, hint }) => ({ type: 'refused', code, text: message, hint }))</script>`,
      )
      await page.goto(path)
      const answering = page.evaluate('first') as Promise<Answer>
      if (misuse.asks) await cancel(chat, answering)
      const answer = await answering
      expect({ command, ...answer }).toMatchObject({ command, type: 'done' })
      addCell(rows, command, ['before load', right, command, answer])
    }
  })

  await test.step('a call after destroy says that the chat was destroyed', async () => {
    await openPage(world)
    await page.evaluate('window.chat = Alcove, Alcove.destroy()')
    for (const { command, right } of MISUSES) {
      const answer = await ask(world, { command }, right)
      addCell(rows, command, ['after destroy', right, command, answer])
      if (command === 'destroy') expect(answer).toEqual({ type: 'done', value: 'undefined' })
      else
        expect([command, answer]).toMatchObject([command, { type: 'refused', code: 'destroyed' }])
    }
  })

  expect(thrown).toEqual([])
  expect(logged.filter((line) => /undefined|TypeError/.test(line))).toEqual([])
  const file = join(REPOSITORY_ROOT, PAGE_OF_WRONG_CALLS)
  const text = drawWrongCalls(rows)
  if (WRITES) await writeFile(file, text)
  expect(await readFile(file, 'utf8'), 'npm run wrong-calls writes the page anew').toBe(text)
})

test('a conversation that does not exist is not found, for a visitor whom the server does not know too', async ({
  page,
  chat,
  site,
}) => {
  addTagPage(site, '/nobody.html', '')
  await page.goto('/nobody.html')
  await expect(chat.launcher).toBeVisible()

  for (const id of ['nope', 'thread_nowhere']) {
    for (const command of ['openThread', 'threads.archive', 'threads.delete'])
      expect(await callChat(page, command, id)).toMatch(/^not_found/)
    expect(await callChat(page, 'open', { threadId: id })).toMatch(/^not_found/)
    expect(await callChat(page, 'send', { text: 'say Lost', threadId: id })).toMatch(/^not_found/)
  }
  await chat.send('say Still here')
  await expect(chat.answer).toContainText('Still here')
})

function addCell(rows: readonly Row[], command: string, cell: Row['cells'][number]) {
  rows.find((row) => row.command === command)!.cells.push(cell)
}

/** Its argument would be that of a handler, and there is nothing left to say it to. */
const MAY_IGNORE = new Set(['destroy(true)'])

function expectSentence(call: string, answer: Answer) {
  if (MAY_IGNORE.has(call)) return
  expect(answer, call).not.toMatchObject({ type: 'done' })
  expect(answer, call).toMatchObject({
    code: expect.stringMatching(/^(invalid_request|config_invalid|call_unknown|not_found)$/),
    text: expect.not.stringMatching(/undefined|TypeError|is not a/),
  })
  const { text, hint = '' } = answer as Extract<Answer, { text: string }>
  // The remedy: the expected value, the name that was meant, or the hint.
  expect(`${text} ${hint}`, call).toMatch(/expected |did you mean |Alcove\(|Give /)
}
