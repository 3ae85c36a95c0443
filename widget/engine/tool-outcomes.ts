import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { UiMessage } from '../../shared/wire/chat.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { ToolOutcome } from './tools/tool-outcome.ts'

type UiPart = UiMessage['parts'][number]

/** An answer with what was decided about its calls; the server says the same again. */
export const foldOutcomes = (answer: Message, outcomes: readonly ToolOutcome[]): Message =>
  outcomes.flatMap(outcomeChunk).reduce(applyChunk, answer)

function outcomeChunk(outcome: ToolOutcome): Chunk[] {
  const { toolCallId } = outcome
  switch (outcome.type) {
    case 'output':
      return [{ type: 'tool-output-available', toolCallId, output: outcome.output }]
    case 'error':
      return [{ type: 'tool-output-error', toolCallId, errorText: outcome.errorText }]
    case 'approval': {
      const { approvalId, isApproved: approved, reason } = outcome
      const said = reason === undefined ? {} : { reason }
      return [{ type: 'tool-approval-response', approvalId, approved, ...said }]
    }
    case 'interrupt':
      // What comes of it only the server knows.
      return []
    default:
      return outcome satisfies never
  }
}

/** What was decided about a call, in the AI SDK's form. */
export function outcomePart(outcome: ToolOutcome): UiPart {
  const { toolCallId, toolName } = outcome
  const call = { type: `tool-${toolName}`, toolCallId }
  switch (outcome.type) {
    case 'output':
      return { ...call, state: 'output-available', output: outcome.output }
    case 'error':
      return { ...call, state: 'output-error', errorText: outcome.errorText }
    case 'approval': {
      const { approvalId: id, isApproved: approved, reason } = outcome
      const approval = { id, approved, ...(reason === undefined ? {} : { reason }) }
      return { ...call, state: 'approval-responded', approval }
    }
    case 'interrupt': {
      const output = { continueInterruption: true, toolName }
      return { ...call, state: 'output-available', output }
    }
    default:
      return outcome satisfies never
  }
}
