import { beforeAll } from 'vitest'
import type { JsonObject } from '../../shared/json.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { ConversationSettings } from './conversation.ts'
import { start } from './fake-cloud.test-support.ts'
import { createSessionWorld, type SessionWorld } from './session.test-support.ts'
import { createToolRegistry, type RunTool } from './tools/tool-registry.ts'
import { createToolRunner } from './tools/tool-runner.ts'

// Loaded before the first call, because a manual clock does not wait for it.
beforeAll(() => import('@cfworker/json-schema'))

/** A tool that runs without a question. */
export const TOOL = {
  type: 'run',
  approval: 'never',
  parameters: { type: 'object' },
} as const

/** A thread with tools of the page. */
export function createToolWorld(
  tools: Record<string, RunTool['execute']>,
  settings: Partial<ConversationSettings> & { readonly hasStreams?: boolean } = {},
) {
  const registry = createToolRegistry()
  for (const [name, execute] of Object.entries(tools)) registry.register(name, { ...TOOL, execute })
  registry.register('ask', { type: 'human', parameters: { type: 'object' } })
  const world: SessionWorld = createSessionWorld({
    readContext: () => registry.modelContext(),
    createToolRunner: (listeners) =>
      createToolRunner({ ...listeners, tools: registry, clock: world.clock, warn() {} }),
    ...settings,
  })
  return world
}

export const call = (toolName: string, toolCallId = 'call_1', input: JsonObject = {}): Chunk => ({
  type: 'tool-input-available',
  toolCallId,
  toolName,
  input,
})
export const CALLS: Chunk = { type: 'finish', messageMetadata: { finishReason: 'tool-calls' } }
export const output = (value: string, toolCallId = 'call_1'): Chunk => ({
  type: 'tool-output-available',
  toolCallId,
  output: value,
})

/** Asks a question whose answer ends with these calls. */
export async function ask(world: SessionWorld, ...calls: readonly Chunk[]) {
  world.session.send({ text: 'Where?' })
  await world.cloud.chats.at(-1)?.send(start('msg_a', 'msg_u'), ...calls, CALLS)
  await world.settle()
}
export const partsOf = (world: SessionWorld) => world.path.at(-1)?.content
export const statusOf = (world: SessionWorld) => world.path.at(-1)?.status
