import { randomUUID } from 'node:crypto'
import type { ToolCallPart } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { callsOf, stepsLeft } from './continued-answer.ts'
import { writeShopAnswer } from './demo-shop-answer.ts'
import type { PlannedCall } from './demo-shop-plan.ts'
import { NO_BACKEND, type ModelRequest } from './model.ts'
import { needsApproval } from './needs-approval.ts'
import { resumeCalls } from './resume-calls.ts'

/** A step of the demo model: what it streams, and what it streams the answer's text with. */
export interface DemoPace {
  readonly signal: AbortSignal
  readonly onFailure: (toolName: string, error: unknown) => void
  /** Streams a call's name and arguments, word by word. */
  readonly writeCall: (call: ToolCallPart) => AsyncIterable<Chunk>
  /** As long as a tool takes at least, so that its state can be seen. */
  readonly waitForTool: () => Promise<void>
}

/** How the calls ended: the text to say; or nothing is said, since a person or a limit stands before it. */
export type ShopEnd =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'waits' }
  | { readonly type: 'interrupted' }

/**
 * Makes the planned calls, one a step, as a provider's model would have them made: with the declared
 * schema, with approval, and by the operator's own code. Calls that the answer has already, because
 * it goes on, are not made again.
 */
export async function* makeShopCalls(
  planned: readonly PlannedCall[],
  request: ModelRequest,
  { signal, onFailure, writeCall, waitForTool }: DemoPace,
): AsyncGenerator<Chunk, ShopEnd, undefined> {
  const { backend = NO_BACKEND, answerId } = request
  const ended = [...callsOf(request)]
  let steps = stepsLeft(request)
  for (const { toolName, args } of planned.slice(ended.length)) {
    const tool = backend.tools.find(({ name }) => name === toolName)
    if (!tool) continue
    steps -= 1
    const call: ToolCallPart = {
      type: 'tool-call',
      toolCallId: `shop-${ended.length + 1}`,
      toolName,
      state: 'input-available',
      args,
      argsText: JSON.stringify(args),
    }
    yield* writeCall(call)
    if (await needsApproval(tool, args, { onFailure })) {
      const { toolCallId } = call
      yield { type: 'tool-approval-request', approvalId: randomUUID(), toolCallId }
      yield { type: 'finish-step' }
      return { type: 'waits' }
    }
    await waitForTool()
    if (signal.aborted) return { type: 'waits' }
    for await (const chunk of resumeCalls([call], { backend, answerId, signal, onFailure })) {
      yield chunk
      if (chunk.type === 'error') return { type: 'interrupted' }
      if (chunk.type === 'tool-output-available') {
        ended.push({ ...call, state: 'output-available', result: chunk.output })
      }
      if (chunk.type === 'tool-output-error') {
        ended.push({ ...call, state: 'output-error', result: { error: chunk.errorText } })
      }
    }
    if (signal.aborted) return { type: 'waits' }
    yield { type: 'finish-step' }
    if (steps === 0) return { type: 'waits' }
    yield { type: 'start-step' }
  }
  return { type: 'text', text: writeShopAnswer(ended) }
}
