import type { Message } from '../../../shared/thread/message.ts'
import { bindHooks, type AssistantHooks } from '../hooks.ts'
import type { ModelRequest } from '../model.ts'
import { connectMock, say, type ProviderPart } from './connect-mock.ts'

/** The user in whose conversation the hooks are called. */
export const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }
/** A tool of this server. */
const tool = {
  name: 'stock',
  parameters: { type: 'object' },
  execute: () => ({ card: '4111 1111', left: 3 }),
}

/** Asks a provider that gives these answers, with hooks and the tool; `continued` is an answer to continue. */
export async function askWithHooks(
  hooks: AssistantHooks,
  answers: readonly (readonly ProviderPart[])[] = [say('Call 555-1234.')],
  { continued, ...more }: Partial<ModelRequest> & { continued?: Message } = {},
  timeoutMs = 10_000,
) {
  const bound = bindHooks(hooks, caller, timeoutMs)
  const { ask, log, provider } = connectMock(answers)
  const { onToolResult } = bound
  const backend = { tools: [tool], caller, argsBytes: 1_000, resultBytes: 1_000, onToolResult }
  const result = await ask({ hooks: bound, backend, ...more }, undefined, continued)
  const prompts = provider.doStreamCalls.map(({ prompt }) => JSON.stringify(prompt))
  return { ...result, log, prompts, calls: provider.doStreamCalls }
}
