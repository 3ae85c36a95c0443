import type { JsonObject } from '../../shared/json.ts'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { ToolOutcome } from './tools/tool-outcome.ts'
import type { UiPart } from './transport.ts'

/**
 * An answer with what was decided about its calls; a server that keeps the answer says the same again,
 * and what comes of an interrupt only it knows.
 */
export const foldOutcomes = (answer: Message, outcomes: readonly ToolOutcome[]): Message =>
  outcomes.flatMap(outcomeChunk).reduce(applyChunk, answer)

/** An interrupted call with the word to go on, for a server that hears of it by the answer alone. */
export const foldResumed = (answer: Message, outcomes: readonly ToolOutcome[]): Message =>
  outcomes
    .filter(({ type }) => type === 'interrupt')
    .map(({ toolCallId, toolName }): Chunk => {
      return { type: 'tool-output-available', toolCallId, output: resumedOutput(toolName) }
    })
    .reduce(applyChunk, answer)

const resumedOutput = (toolName: string): JsonObject => ({ continueInterruption: true, toolName })

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
    case 'interrupt':
      return { ...call, state: 'output-available', output: resumedOutput(toolName) }
    default:
      return outcome satisfies never
  }
}
