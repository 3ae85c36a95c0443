import { expect } from 'vitest'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { createNodeWorld } from '../api/node-world.test-support.ts'
import { openRealThread, type RealThreadOptions } from './open-real-thread.test-support.ts'
import { createToolRegistry } from './tools/tool-registry.ts'
import { createToolRunner } from './tools/tool-runner.ts'

/** How long something may take on a busy machine. */
export const PATIENCE = { timeout: 60_000, interval: 20 }

/** Tabs of one visitor, with a tool of the page that asks first; `ran`: what it ran with. */
export function createVisitor(port: number, answers: RealThreadOptions['answers']) {
  const base = `http://127.0.0.1:${port}`
  const storage = createFakeStorage()
  const ran: JsonObject[] = []
  const registry = createToolRegistry()
  registry.register('act', {
    type: 'run',
    approval: 'ask',
    parameters: { type: 'object' },
    execute(args) {
      ran.push(args)
      return { ran: args }
    },
  })
  const { clock } = createNodeWorld(base)

  /** A new thread, or one that is loaded. */
  async function open(threadId?: string) {
    const talk = openRealThread(base, {
      answers,
      storage,
      ...(threadId === undefined ? {} : { threadId }),
      readContext: () => registry.modelContext(),
      createToolRunner: (listeners) =>
        createToolRunner({ ...listeners, tools: registry, clock, warn() {} }),
    })
    if (threadId !== undefined) await talk.session.load()
    return createTab(talk)
  }

  return { open, ran }
}

export type Tab = ReturnType<typeof createTab>

function createTab(talk: ReturnType<typeof openRealThread>) {
  const call = () => {
    const parts = talk.path().flatMap(({ content }) => content)
    return parts.find((part) => part.type === 'tool-call')
  }
  /** The arguments that a card shows; undefined: there is no card. */
  function card(): JsonValue | undefined {
    const part = call()
    return (
      talk.requests()[0]?.payload ?? (part?.state === 'approval-requested' ? part.args : undefined)
    )
  }
  return {
    ...talk,
    call,
    card,
    allow: (args?: JsonValue) =>
      talk.session.answerTool(call()?.toolCallId ?? '', {
        type: 'approval',
        isApproved: true,
        ...(args === undefined ? {} : { args }),
      }),
    /** The answer has come to its end, or waits. */
    async settled() {
      await expect
        .poll(() => talk.path().at(-1)?.status?.type ?? 'none', PATIENCE)
        .toMatch(/^(complete|requires-action)$/)
      await expect.poll(talk.isRunning, PATIENCE).toBe(false)
    },
    async done() {
      await expect.poll(() => talk.texts().at(-1), PATIENCE).toBe('Done')
    },
    /** The call as it is stored. */
    async row(): Promise<JsonObject | undefined> {
      const { rows } = await talk.cloud.messages(talk.thread(), null, new AbortController().signal)
      const parts = rows.flatMap(({ content }) => content['content'] as unknown as JsonObject[])
      return parts.find(({ type }) => type === 'tool-call')
    },
  }
}

/** The row's value, in either of its two forms. */
export const valueOf = (row: JsonObject | undefined): unknown =>
  row?.['args'] ?? parse(row?.['argsText'])

/** JSON that stands in a text; undefined: there is no text. */
export const parse = (text: unknown): unknown =>
  typeof text === 'string' ? JSON.parse(text) : undefined
