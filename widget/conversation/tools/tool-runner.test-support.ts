// Loaded before the first call runs: on a busy machine that takes longer than a test polls.
import '@cfworker/json-schema'
import type { JsonObject } from '../../../shared/json.ts'
import {
  createAssistantMessage,
  type Message,
  type MessageStatus,
  type ToolCallPart,
} from '../../../shared/thread/message.ts'
import { createManualClock, settle } from '../../api/manual-clock.test-support.ts'
import type { HumanRequest } from '../thread-log.ts'
import type { ToolOutcome } from './tool-outcome.ts'
import { createToolRegistry, type BrowserTool, type RunTool } from './tool-registry.ts'
import { createToolRunner } from './tool-runner.ts'

export const WAITING: MessageStatus = { type: 'requires-action', reason: 'tool-calls' }
export const RUNNING: MessageStatus = { type: 'running' }

export function call(change: Partial<ToolCallPart> = {}): ToolCallPart {
  const args = change.args ?? { id: 1 }
  return {
    type: 'tool-call',
    toolCallId: 'call-1',
    toolName: 'look',
    state: 'input-available',
    argsText: JSON.stringify(args),
    args,
    ...change,
  }
}

export const answerOf = (
  content: readonly ToolCallPart[],
  status: MessageStatus = RUNNING,
  id = 'answer-1',
): Message => ({ ...createAssistantMessage(id, '2026-11-21T00:00:00.000Z'), content, status })

/** A tool that runs at once and takes any object. */
export const runTool = (execute: RunTool['execute'], change: Partial<RunTool> = {}): RunTool => ({
  type: 'run',
  approval: 'never',
  parameters: { type: 'object' } satisfies JsonObject,
  execute,
  ...change,
})

/** A runner with its tools and its recorded reports. */
export function createWorld(tools: Readonly<Record<string, BrowserTool>> = {}) {
  const clock = createManualClock()
  const told: [messageId: string, outcomes: readonly ToolOutcome[]][] = []
  const requests: (readonly HumanRequest[])[] = []
  const busy: boolean[] = []
  const reloaded: string[] = []
  const failures: string[] = []
  const warnings: string[] = []
  const closing = new AbortController()
  const registry = createToolRegistry((text) => warnings.push(text))
  for (const [name, tool] of Object.entries(tools)) registry.register(name, tool)
  const runner = createToolRunner({
    tools: registry,
    clock,
    onOutcomes: (id, outcomes) => told.push([id, outcomes]),
    onHumanRequests: (list) => requests.push(list),
    onBusy: (isBusy) => busy.push(isBusy),
    reload: (id) => reloaded.push(id),
    onFailure: ({ message }) => failures.push(message),
    warn: (text) => warnings.push(text),
    closing: closing.signal,
  })

  /** A live answer whose stream ended with these calls. */
  async function run(...content: ToolCallPart[]) {
    runner.observe(answerOf(content))
    const settled = runner.settle(answerOf(content, WAITING))
    await settle()
    return settled
  }

  return {
    clock,
    runner,
    registry,
    told,
    requests,
    busy,
    reloaded,
    failures,
    warnings,
    closing,
    run,
    /** The latest reported outcomes. */
    outcomes: () => told.at(-1)?.[1] ?? [],
  }
}
