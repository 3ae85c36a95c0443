import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { startAlcove } from './alcove-server.ts'
import type { ChatPage } from './chat-page.ts'
import { expect, HOST_SECRET, test as base } from './fixtures.ts'

/** Actions of an operator's tools, and permissions that a person granted elsewhere. */
export interface ToolsPlace {
  readonly folder: string
  /** The arguments of a tool's calls whose JSON contains `key`, in order. */
  callsOf(name: string, key: string): Promise<readonly unknown[]>
  /** Grants the access that `read_calendar` with this key waits for. */
  grant(key: string): Promise<void>
  stop(): Promise<void>
}

async function startToolsPlace(): Promise<ToolsPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'alcove-e2e-tools-'))
  return {
    folder,
    async callsOf(name, key) {
      const text = await readFile(join(folder, 'done.txt'), 'utf8').catch(() => '')
      const lines = text.split('\n').filter((line) => line.includes(key))
      const calls = lines.map((line) => JSON.parse(line) as [string, unknown])
      return calls.filter(([called]) => called === name).map(([, args]) => args)
    },
    grant: (key) => writeFile(join(folder, key), ''),
    stop: () => rm(folder, { recursive: true, force: true }),
  }
}

/** A message to the tools, with its results. */
export interface Trial {
  /** Unique text in the message. */
  readonly key: string
  /** Requests to the model for the trial's answers, as JSON, without those for titles. */
  readonly asked: () => readonly string[]
  /** The bodies of the chat calls of the page's frames since the trial began, in order. */
  readonly calls: readonly ChatCall[]
}

export interface ToolFixtures {
  readonly beginTrial: () => Trial
  readonly tools: ToolsPlace
}

/** The fields of a chat call that the tests read. */
export interface ChatCall {
  readonly trigger: string
  readonly messages: readonly {
    readonly role: string
    readonly parts: readonly Record<string, unknown>[]
  }[]
}

/** The same service, with the tools of `tools-service/tools.config.ts`. */
export const test = base.extend<ToolFixtures>({
  tools: async ({ shared }, use) => use(await shared('tools', startToolsPlace)),
  alcove: async ({ shared, model, tools }, use) => {
    const env = {
      ALCOVE_CONFIG: join(import.meta.dirname, 'tools-service/tools.config.ts'),
      ALCOVE_E2E_TOOLS: tools.folder,
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
      ALCOVE_HOST_SECRET: HOST_SECRET,
    }
    await use(await shared('alcove with tools', () => startAlcove({ env })))
  },
  beginTrial: async ({ page, model }, use) =>
    use(() => {
      const key = randomUUID().slice(0, 8)
      const asked = () =>
        model.requests
          .filter(
            ({ prompt, body }) => prompt.includes(key) && JSON.stringify(body).includes('"tools"'),
          )
          .map(({ body }) => JSON.stringify(body))
      return { key, asked, calls: watchChatCalls(page) }
    }),
})

/** Records the bodies of a page's chat calls from now on. */
export function watchChatCalls(page: Page): readonly ChatCall[] {
  const calls: ChatCall[] = []
  page.on('request', (request) => {
    const isChat = request.method() === 'POST' && new URL(request.url()).pathname === '/v1/chat'
    if (isChat) calls.push(request.postDataJSON() as ChatCall)
  })
  return calls
}

/**
 * Lines of the row below an answer (a pointer may rest on it) and durations, which are not part of the
 * answer's text.
 */
const ASIDE = /^- (?:button|tooltip) "(?:Copy|Answer again|Good answer|Bad answer|Read aloud)"$/
const DURATION = / \d+\.\ds"/
/**
 * A new message shows the minute of the page's clock, a stored one that of the database, and a minute may end
 * between the two.
 */
const MINUTE = /^- time: /
/** The buttons of a decision are disabled in its first moment. */
const UNARMED = / \[disabled\]$/

/** The conversation in the accessibility tree: roles, names and texts. */
async function readLog(chat: ChatPage): Promise<readonly string[]> {
  const lines = (await chat.log.ariaSnapshot()).split('\n').map((line) => line.trim())
  return lines
    .filter((line) => !ASIDE.test(line) && !MINUTE.test(line))
    .map((line) => line.replace(DURATION, '"').replace(UNARMED, ''))
}

/** Reloads the page, and expects the same conversation. */
export async function expectSameAfterReload(page: Page, chat: ChatPage): Promise<void> {
  const before = await readLog(chat)
  await page.reload()
  await chat.open()
  await expect.poll(() => readLog(chat)).toEqual(before)
}

export { expect }
