import type { JsonObject } from '../json.ts'
import type { Chunk } from '../wire/chunk.ts'
import { outOfSteps } from '../wire/out-of-steps.ts'
import { encodeInterrupt } from './interrupt.ts'
import type { Message, MessagePart, ToolCallPart } from './message.ts'
import { stepUsage } from './step-usage.ts'

/** The chunks that give a finished answer again when they are folded: for a reader that lost its stream. */
export function replayMessage(message: Message): Chunk[] {
  const parts = message.content.flatMap((part, index) => replayPart(part, String(index)))
  const custom: Chunk[] =
    Object.keys(message.metadata.custom).length === 0
      ? []
      : [{ type: 'message-metadata', messageMetadata: message.metadata.custom }]
  return [
    { type: 'start-step' },
    ...parts,
    { type: 'finish-step' },
    ...custom,
    ...replayEnd(message),
  ]
}

function replayPart(part: MessagePart, id: string): Chunk[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [
        { type: `${part.type}-start`, id },
        { type: `${part.type}-delta`, id, delta: part.text },
        { type: `${part.type}-end`, id },
      ]
    case 'tool-call': {
      const { toolCallId, toolName, args, argsText, result } = part
      const runner = part.isRunByServer ? { providerExecuted: true } : {}
      const call: Chunk[] = [
        { type: 'tool-input-start', toolCallId, toolName, ...runner },
        { type: 'tool-input-delta', toolCallId, inputTextDelta: argsText },
      ]
      if (part.state === 'input-streaming') return call
      call.push({ type: 'tool-input-available', toolCallId, toolName, input: args })
      call.push(...replayApproval(part))
      if (result === undefined) return call
      if (!part.isError)
        return [...call, { type: 'tool-output-available', toolCallId, output: result }]
      return [...call, { type: 'tool-output-error', toolCallId, errorText: errorTextOf(result) }]
    }
    case 'source':
      return [
        {
          type: 'source-url',
          sourceId: part.id,
          url: part.url,
          ...(part.title === undefined ? {} : { title: part.title }),
        },
      ]
    case 'file':
      return [{ type: 'file', url: part.data, mediaType: part.mimeType }]
    case 'data':
      return [
        {
          type: `data-${part.name}`,
          data: part.data,
          ...(part.id === undefined ? {} : { id: part.id }),
        },
      ]
    case 'image':
    case 'audio':
      // Parts of a person's message; an answer's stream has no chunk for them.
      return []
    default:
      part satisfies never
      return []
  }
}

function replayApproval({ toolCallId, approval, state }: ToolCallPart): Chunk[] {
  const chunks: Chunk[] = []
  if (approval) {
    const { id: approvalId, isApproved: approved, reason } = approval
    chunks.push({ type: 'tool-approval-request', approvalId, toolCallId })
    if (approved !== undefined) {
      const said = reason === undefined ? {} : { reason }
      chunks.push({ type: 'tool-approval-response', approvalId, approved, ...said })
    }
  }
  if (state === 'output-denied') chunks.push({ type: 'tool-output-denied', toolCallId })
  return chunks
}

function errorTextOf(result: unknown): string {
  const { error } = (result ?? {}) as { error?: unknown }
  return typeof error === 'string' ? error : JSON.stringify(result)
}

function replayEnd({ content, status, metadata }: Message): Chunk[] {
  if (status?.type === 'requires-action') {
    const asking = content.find((part) => part.type === 'tool-call' && part.interrupt !== undefined)
    if (asking?.type === 'tool-call' && asking.interrupt) {
      return [{ type: 'error', errorText: encodeInterrupt(asking.interrupt) }]
    }
  }
  if (status?.type === 'incomplete' && status.reason === 'cancelled') return [{ type: 'abort' }]
  if (status?.type === 'incomplete' && status.reason === 'error') {
    const errorText =
      typeof status.error === 'string' ? status.error : 'The answer failed. Try again.'
    return [{ type: 'error', errorText }]
  }
  const { steps = [] } = metadata
  const last = steps.at(-1)
  const usage: JsonObject = { ...stepUsage(steps) }
  const finish: JsonObject =
    last?.state === 'finished'
      ? { finishReason: last.finishReason, ...(Object.keys(usage).length > 0 ? { usage } : {}) }
      : {}
  const isOutOfSteps = status?.type === 'incomplete' && status.reason === 'tool-calls'
  return [isOutOfSteps ? outOfSteps(finish) : { type: 'finish', messageMetadata: finish }]
}
