import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startAlcove } from './alcove-server.ts'
import type { ChatPage } from './chat-page.ts'
import { expect, HOST_SECRET, test as base } from './fixtures.ts'

/** What an operator's tools did, and what a person allowed them elsewhere. */
export interface ToolsPlace {
  readonly folder: string
  /** The arguments of a tool's calls whose JSON holds `key`, in order. */
  callsOf(name: string, key: string): Promise<readonly unknown[]>
  /** What `read_calendar` with this key waits for has happened. */
  grant(key: string): Promise<void>
}

interface TestFixtures {
  /** What the model was asked for the test's answers, as JSON; names of conversations do not count. */
  readonly asked: () => readonly string[]
  /** Of one test, for whatever would be shared with others. */
  readonly key: string
  /** The bodies of the chat calls of the page's frames, in order. */
  readonly calls: readonly ChatCall[]
}

interface WorkerFixtures {
  readonly tools: ToolsPlace
}

/** As much of a chat call as the tests look at. */
export interface ChatCall {
  readonly trigger: string
  readonly messages: readonly {
    readonly role: string
    readonly parts: readonly Record<string, unknown>[]
  }[]
}

/** The same service, with the tools of `tools-service/tools.config.ts`. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  tools: [
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), 'alcove-e2e-tools-'))
      await use({
        folder,
        async callsOf(name, key) {
          const text = await readFile(join(folder, 'done.txt'), 'utf8').catch(() => '')
          const lines = text.split('\n').filter((line) => line.includes(key))
          const calls = lines.map((line) => JSON.parse(line) as [string, unknown])
          return calls.filter(([called]) => called === name).map(([, args]) => args)
        },
        grant: (key) => writeFile(join(folder, key), ''),
      })
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  alcove: [
    async ({ model, tools }, use) => {
      const alcove = await startAlcove({
        env: {
          ALCOVE_CONFIG: join(import.meta.dirname, 'tools-service/tools.config.ts'),
          ALCOVE_E2E_TOOLS: tools.folder,
          ALCOVE_MODEL: 'openai-compatible/any',
          OPENAI_BASE_URL: model.url,
          ALCOVE_HOST_SECRET: HOST_SECRET,
        },
      })
      await use(alcove)
      await alcove.stop()
    },
    { scope: 'worker' },
  ],
  key: async ({}, use) => use(randomUUID().slice(0, 8)),
  asked: async ({ model, key }, use) =>
    use(() =>
      model.requests
        .filter(
          ({ prompt, body }) => prompt.includes(key) && JSON.stringify(body).includes('"tools"'),
        )
        .map(({ body }) => JSON.stringify(body)),
    ),
  calls: async ({ page }, use) => use(watchChatCalls(page)),
})

/** The bodies of a page's chat calls, from now on. */
export function watchChatCalls(page: Page): readonly ChatCall[] {
  const calls: ChatCall[] = []
  page.on('request', (request) => {
    const isChat = request.method() === 'POST' && new URL(request.url()).pathname === '/v1/chat'
    if (isChat) calls.push(request.postDataJSON() as ChatCall)
  })
  return calls
}

/** What belongs to the row below an answer (a pointer may rest on it), and how long something took, are no part of its words. */
const ASIDE = /^- (?:button|tooltip) "(?:Copy|Answer again|Good answer|Bad answer|Read aloud)"$/
const DURATION = / \d+\.\ds"/
/** A decision takes no press in its first moment. */
const UNARMED = / \[disabled\]$/

/** The newest answer as somebody hears it: roles, names and words. */
async function readAnswer(chat: ChatPage): Promise<readonly string[]> {
  const lines = (await chat.answer.ariaSnapshot()).split('\n').map((line) => line.trim())
  return lines
    .filter((line) => !ASIDE.test(line))
    .map((line) => line.replace(DURATION, '"').replace(UNARMED, ''))
}

/** The page is loaded again, and the answer says what it said before. */
export async function expectSameAfterReload(page: Page, chat: ChatPage): Promise<void> {
  const before = await readAnswer(chat)
  await page.reload()
  await chat.open()
  await expect.poll(() => readAnswer(chat)).toEqual(before)
}

export { expect }
