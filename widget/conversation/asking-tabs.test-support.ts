import { expect } from 'vitest'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { createNodeWorld } from '../api/node-world.test-support.ts'
import { openRealThread, type RealThreadOptions } from './open-real-thread.test-support.ts'
import { createToolRegistry } from './tools/tool-registry.ts'
import { createToolRunner } from './tools/tool-runner.ts'

/** Poll more often than by default: answers take milliseconds. */
export const OFTEN = { interval: 20 }

/** Tabs of one visitor, with a tool of the page that asks first; `ran` holds the arguments of its runs. */
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

  /** Opens a new thread, or loads one. */
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
  /** The arguments on the card; `undefined`: no card. */
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
    /** Resolves when the answer has ended or waits. */
    async settled() {
      await expect
        .poll(() => talk.path().at(-1)?.status?.type ?? 'none', OFTEN)
        .toMatch(/^(complete|requires-action)$/)
      await expect.poll(talk.isRunning, OFTEN).toBe(false)
    },
    async done() {
      await expect.poll(() => talk.texts().at(-1), OFTEN).toBe('Done')
    },
    /** The call as stored. */
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

/** Parses JSON text; `undefined`: no text. */
export const parse = (text: unknown): unknown =>
  typeof text === 'string' ? JSON.parse(text) : undefined
