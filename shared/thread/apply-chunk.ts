import { isPlainObject, JSON_DEPTH_LIMIT, type JsonObject } from '../json.ts'
import {
  isDataChunk,
  isGoingOn,
  isOutOfSteps,
  type Chunk,
  type DataChunk,
  type NamedChunk,
} from '../wire/chunk.ts'
import { isStarting, readWait } from '../wire/wait-chunk.ts'
import { readThought } from '../wire/thought-mark.ts'
import { parseInterrupt } from './interrupt.ts'
import type { Message, MessagePart } from './message.ts'
import {
  closeParts,
  CUT_OFF,
  findCutOff,
  finishStatus,
  finishStep,
  reopenMessage,
  reopenText,
  replayEnd,
  resetStep,
  settleMessage,
  startStep,
} from './settle-message.ts'
import { fromSourceChunk, toSourceChunk } from './source-chunks.ts'
import { toThought } from './to-thought.ts'
import { addPart, applyToolChunk, interruptCall, replacePart, replayCall } from './tool-call.ts'

/**
 * The only fold: returns an answer with the next chunk of its stream. The widget draws with it and the server
 * saves with it, so that both agree. Never throws and never changes its input: a chunk that does not fit is
 * applied as far as possible. The `start` of a further stream continues a pending answer.
 */
export function applyChunk(message: Message, chunk: Chunk): Message {
  if (isDataChunk(chunk)) return applyData(message, chunk)
  switch (chunk.type) {
    case 'start':
      return mergeCustom(reopenMessage(message), chunk.messageMetadata)
    case 'message-metadata':
      return mergeCustom(applyMarks(message, chunk), chunk.messageMetadata)
    case 'start-step':
      return startStep(message)
    case 'finish-step':
      return finishStep(
        { ...message, content: closeParts(message.content, chunk.isContinued) },
        { reason: chunk.finishReason, usage: chunk.usage, isContinued: chunk.isContinued },
      )
    case 'reset-step':
      return resetStep(message)
    case 'text-start':
      return openText(message, chunk.id)
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
    case 'tool-input-delta':
    case 'tool-input-available':
    case 'tool-input-error':
    case 'tool-output-available':
    case 'tool-output-error':
    case 'tool-approval-request':
    case 'tool-approval-response':
    case 'tool-output-denied':
      return applyToolChunk(message, chunk)
    case 'source-url':
    case 'source-document':
      return addPart(message, fromSourceChunk(chunk))
    case 'file':
      return addPart(message, { type: 'file', mimeType: chunk.mediaType, data: chunk.url })
    case 'finish':
      return applyFinish(message, chunk)
    case 'abort':
      return settleMessage(message, { type: 'incomplete', reason: 'cancelled' })
    case 'error':
      return applyError(message, chunk.errorText)
    default:
      chunk satisfies never
      return message
  }
}

type TextType = 'text' | 'reasoning'

/** Continues a text that was cut off; else starts another one. */
function openText(message: Message, id: string): Message {
  const index = findCutOff(message.content)
  const part = message.content[index]
  return part?.type === 'text' && part.streamId === CUT_OFF
    ? replacePart(message, index, { ...part, streamId: id })
    : addPart(message, { type: 'text', text: '', streamId: id })
}

/** Adds a delta to the open part that it names; an unannounced one opens a part. */
function growText(
  message: Message,
  type: TextType,
  { id, delta }: { readonly id: string; readonly delta: string },
): Message {
  const index = findOpen(message, type, id)
  const part = message.content[index]
  if (part?.type !== type) return addPart(message, { type, text: delta, streamId: id })
  return replacePart(message, index, { ...part, text: part.text + delta })
}

function endText(message: Message, type: TextType, id: string): Message {
  const index = findOpen(message, type, id)
  const part = message.content[index]
  if (part?.type !== type) return message
  return replacePart(message, index, { type, text: part.text })
}

type MetadataChunk = Extract<NamedChunk, { readonly type: 'message-metadata' }>

function applyMarks(message: Message, chunk: MetadataChunk): Message {
  const thought = readThought(chunk)
  if (thought) return toThought(message, thought)
  return isGoingOn(chunk) ? reopenText(message) : message
}

/** Providers reuse ids in later steps; the id refers to the open part. */
function findOpen(message: Message, type: TextType, id: string): number {
  return message.content.findLastIndex((part) => part.type === type && part.streamId === id)
}

function applyData(message: Message, chunk: DataChunk): Message {
  const { id, data, type, transient } = chunk
  if (transient) return applyWait(message, readWait(chunk), isStarting(chunk))
  const name = type.slice('data-'.length)
  const part: MessagePart = { type: 'data', name, data, ...(id === undefined ? {} : { id }) }
  const index = message.content.findIndex(
    (known) => id !== undefined && known.type === 'data' && known.name === name && known.id === id,
  )
  return index === -1 ? addPart(message, part) : replacePart(message, index, part)
}

/** A wait is a state of the running answer, and not part of its content. */
function applyWait(message: Message, waitSeconds: number | undefined, starts: boolean): Message {
  if (waitSeconds === undefined || message.status?.type !== 'running') return message
  const wait = starts ? { isStarting: true as const } : waitSeconds > 0 ? { waitSeconds } : {}
  return { ...message, status: { type: 'running', ...wait } }
}

/**
 * Ends an answer with an error; or, if the text is an interrupt of one of its calls, lets that call wait for
 * an authorisation. Any other text is shown unchanged.
 */
function applyError(message: Message, errorText: string): Message {
  if (message.status?.type !== 'running') return message
  const interrupt = parseInterrupt(errorText)
  const waits = interrupt ? interruptCall(message, interrupt) : message
  return waits === message
    ? settleMessage(message, { type: 'incomplete', reason: 'error', error: errorText })
    : settleMessage(waits, { type: 'requires-action', reason: 'interrupt' })
}

function applyFinish(message: Message, chunk: Extract<NamedChunk, { type: 'finish' }>): Message {
  const { finishReason = chunk.finishReason, usage, ...rest } = chunk.messageMetadata ?? {}
  const reason = typeof finishReason === 'string' ? finishReason : undefined
  // The usage was reported with each step, or is reported here for all.
  const finished = finishStep(mergeCustom(message, rest), { reason, usage })
  const status = finishStatus(finished.content, reason ?? 'unknown')
  const isOver = status.type === 'complete' && isOutOfSteps(chunk)
  return settleMessage(finished, isOver ? { type: 'incomplete', reason: 'tool-calls' } : status)
}

function mergeCustom(message: Message, metadata: JsonObject | undefined): Message {
  // `alcove` tells the reader of the stream about rows; it is not part of the message.
  const { alcove: _, ...custom } = metadata ?? {}
  if (Object.keys(custom).length === 0) return message
  return {
    ...message,
    metadata: { ...message.metadata, custom: mergeObjects(message.metadata.custom, custom) },
  }
}

/** Merges objects at the same place; other values are replaced. */
function mergeObjects(base: JsonObject, more: JsonObject, level = 1): JsonObject {
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(more)) {
    const known = merged.get(key)
    const isDeeper = isPlainObject(known) && isPlainObject(value) && level < JSON_DEPTH_LIMIT
    merged.set(key, isDeeper ? mergeObjects(known, value, level + 1) : value)
  }
  return Object.fromEntries(merged)
}

/** The chunks that fold to a finished answer: for a reader that lost its stream. */
export function replayMessage(message: Message): Chunk[] {
  const parts = message.content.flatMap((part, index) => replayPart(part, String(index)))
  const { custom } = message.metadata
  const metadata: Chunk = { type: 'message-metadata', messageMetadata: custom }
  return [
    { type: 'start-step' },
    ...parts,
    { type: 'finish-step' },
    ...(Object.keys(custom).length === 0 ? [] : [metadata]),
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
    case 'tool-call':
      return replayCall(part)
    case 'source':
      return [toSourceChunk(part)]
    case 'file':
      return [{ type: 'file', url: part.data, mediaType: part.mimeType }]
    case 'data': {
      const partId = part.id === undefined ? {} : { id: part.id }
      return [{ type: `data-${part.name}`, data: part.data, ...partId }]
    }
    case 'image':
    case 'audio':
      // Parts of a user's message; an answer's stream has no chunk for them.
      return []
    default:
      part satisfies never
      return []
  }
}
