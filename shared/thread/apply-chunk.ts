import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { isDataChunk, type Chunk, type DataChunk, type NamedChunk } from '../wire/chunk.ts'
import type { Message, MessagePart, ToolCallPart } from './message.ts'
import { closeParts, finishStatus, settleMessage } from './settle-message.ts'

type ChunkOf<Type extends NamedChunk['type']> = Extract<NamedChunk, { type: Type }>

/**
 * The one fold: an answer and the next chunk of its stream give the next answer. The widget draws
 * with it and the server saves with it, so that they cannot disagree. It never throws and never
 * changes its input: a chunk that does not fit what came before is taken as far as it makes sense.
 */
export function applyChunk(message: Message, chunk: Chunk): Message {
  if (isDataChunk(chunk)) return applyData(message, chunk)
  switch (chunk.type) {
    case 'start':
    case 'message-metadata':
      return mergeCustom(message, chunk.messageMetadata)
    case 'start-step':
      return addStep(message, { state: 'started', messageId: message.id })
    case 'finish-step':
      return finishStep({ ...message, content: closeParts(message.content) })
    case 'text-start':
      return addPart(message, { type: 'text', text: '', streamId: chunk.id })
    case 'reasoning-start':
      return addPart(message, { type: 'reasoning', text: '', streamId: chunk.id })
    case 'text-delta':
      return growText(message, 'text', chunk)
    case 'reasoning-delta':
      return growText(message, 'reasoning', chunk)
    case 'text-end':
      return endText(message, 'text', chunk.id)
    case 'reasoning-end':
      return endText(message, 'reasoning', chunk.id)
    case 'tool-input-start':
      return setTool(message, chunk.toolCallId, chunk.toolName, (part) => part)
    case 'tool-input-delta':
      return setTool(message, chunk.toolCallId, undefined, (part) =>
        part.state === 'input-streaming'
          ? { ...part, argsText: part.argsText + chunk.inputTextDelta }
          : part,
      )
    case 'tool-input-available':
      return setTool(message, chunk.toolCallId, chunk.toolName, (part) =>
        withInput(part, chunk.input),
      )
    case 'tool-input-error':
      return setTool(message, chunk.toolCallId, chunk.toolName, (part) =>
        withError(chunk.input === undefined ? part : withInput(part, chunk.input), chunk.errorText),
      )
    case 'tool-output-available':
      return setTool(message, chunk.toolCallId, undefined, (part) => ({
        ...part,
        state: 'output-available',
        result: chunk.output,
      }))
    case 'tool-output-error':
      return setTool(message, chunk.toolCallId, undefined, (part) =>
        withError(part, chunk.errorText),
      )
    case 'tool-approval-request':
      return setTool(message, chunk.toolCallId, undefined, (part) => ({
        ...part,
        state: 'approval-requested',
        approval: { id: chunk.approvalId },
      }))
    case 'tool-approval-response':
      return respondToApproval(message, chunk)
    case 'tool-output-denied':
      return setTool(message, chunk.toolCallId, undefined, (part) => ({
        ...part,
        state: 'output-denied',
      }))
    case 'source-url':
      return addPart(message, {
        type: 'source',
        sourceType: 'url',
        id: chunk.sourceId,
        url: chunk.url,
        ...(chunk.title === undefined ? {} : { title: chunk.title }),
      })
    case 'file':
      return addPart(message, { type: 'file', mimeType: chunk.mediaType, data: chunk.url })
    case 'finish':
      return applyFinish(message, chunk)
    case 'abort':
      return settleMessage(message, { type: 'incomplete', reason: 'cancelled' })
    case 'error':
      return settleMessage(message, { type: 'incomplete', reason: 'error', error: chunk.errorText })
    default:
      chunk satisfies never
      return message
  }
}

function addPart(message: Message, part: MessagePart): Message {
  return { ...message, content: [...message.content, part] }
}

function replacePart(message: Message, index: number, part: MessagePart): Message {
  return { ...message, content: message.content.with(index, part) }
}

function growText(
  message: Message,
  type: 'text' | 'reasoning',
  chunk: { id: string; delta: string },
): Message {
  const index = findOpen(message, type, chunk.id)
  const part = message.content[index]
  if (part?.type !== type) return addPart(message, { type, text: chunk.delta, streamId: chunk.id })
  return replacePart(message, index, { ...part, text: part.text + chunk.delta })
}

function endText(message: Message, type: 'text' | 'reasoning', id: string): Message {
  const index = findOpen(message, type, id)
  const part = message.content[index]
  if (part?.type !== type) return message
  return replacePart(message, index, { type, text: part.text })
}

/** Providers use an id again in a later step; the open part is the one that is meant. */
function findOpen(message: Message, type: 'text' | 'reasoning', id: string): number {
  return message.content.findLastIndex((part) => part.type === type && part.streamId === id)
}

function setTool(
  message: Message,
  toolCallId: string,
  toolName: string | undefined,
  update: (part: ToolCallPart) => ToolCallPart,
): Message {
  const index = message.content.findLastIndex(
    (part) => part.type === 'tool-call' && part.toolCallId === toolCallId,
  )
  const known = message.content[index]
  if (known?.type === 'tool-call') return replacePart(message, index, update(known))
  // A result for a call that was never announced says nothing that a person could read.
  if (toolName === undefined) return message
  const fresh: ToolCallPart = {
    type: 'tool-call',
    toolCallId,
    toolName,
    state: 'input-streaming',
    argsText: '',
    args: {},
  }
  return addPart(message, update(fresh))
}

function withInput(part: ToolCallPart, input: JsonValue): ToolCallPart {
  if (part.state !== 'input-streaming') return part
  const args: JsonObject = isPlainObject(input) ? input : {}
  // The streamed text stays: written again, its keys could change their order.
  const argsText = part.argsText === '' ? JSON.stringify(input) : part.argsText
  return { ...part, state: 'input-available', args, argsText }
}

function respondToApproval(message: Message, chunk: ChunkOf<'tool-approval-response'>): Message {
  const asked = message.content.findLast(
    (part) => part.type === 'tool-call' && part.approval?.id === chunk.approvalId,
  )
  if (asked?.type !== 'tool-call') return message
  return setTool(message, asked.toolCallId, undefined, (part) => ({
    ...part,
    state: 'approval-responded',
    approval: {
      id: chunk.approvalId,
      isApproved: chunk.approved,
      ...(chunk.reason === undefined ? {} : { reason: chunk.reason }),
    },
  }))
}

function withError(part: ToolCallPart, errorText: string): ToolCallPart {
  return { ...part, state: 'output-error', result: { error: errorText }, isError: true }
}

function applyData(message: Message, chunk: DataChunk): Message {
  if (chunk.transient) return message
  const name = chunk.type.slice('data-'.length)
  const part: MessagePart = {
    type: 'data',
    name,
    data: chunk.data,
    ...(chunk.id === undefined ? {} : { id: chunk.id }),
  }
  const index =
    chunk.id === undefined
      ? -1
      : message.content.findIndex(
          (known) => known.type === 'data' && known.name === name && known.id === chunk.id,
        )
  return index === -1 ? addPart(message, part) : replacePart(message, index, part)
}

function addStep(message: Message, step: { state: 'started'; messageId: string }): Message {
  const steps = [...(message.metadata.steps ?? []), step]
  return { ...message, metadata: { ...message.metadata, steps } }
}

function finishStep(message: Message, finishReason = 'unknown', usage?: JsonValue): Message {
  const steps = message.metadata.steps ?? []
  const last = steps.at(-1)
  if (!last) return message
  const step = {
    state: 'finished' as const,
    messageId: last.messageId,
    finishReason,
    isContinued: false,
    ...(isPlainObject(usage) ? { usage } : {}),
  }
  return { ...message, metadata: { ...message.metadata, steps: steps.with(-1, step) } }
}

function applyFinish(message: Message, chunk: ChunkOf<'finish'>): Message {
  const { finishReason, usage, ...rest } = chunk.messageMetadata ?? {}
  const reason = typeof finishReason === 'string' ? finishReason : 'unknown'
  const finished = finishStep(mergeCustom(message, rest), reason, usage)
  return settleMessage(finished, finishStatus(finished.content, reason))
}

function mergeCustom(message: Message, metadata: JsonObject | undefined): Message {
  // `alcove` speaks to the reader of the stream about rows; it is no part of the message.
  const { alcove: _, ...custom } = metadata ?? {}
  if (Object.keys(custom).length === 0) return message
  return {
    ...message,
    metadata: { ...message.metadata, custom: { ...message.metadata.custom, ...custom } },
  }
}
