import { isPlainObject, JSON_DEPTH_LIMIT, type JsonObject } from '../json.ts'
import { isDataChunk, type Chunk, type DataChunk, type NamedChunk } from '../wire/chunk.ts'
import { isOutOfSteps } from '../wire/out-of-steps.ts'
import { readWait } from '../wire/wait.ts'
import { applyError } from './apply-error.ts'
import { finishStep, resetStep, startStep } from './apply-step.ts'
import { applyToolChunk } from './apply-tool-chunk.ts'
import { endText, growText } from './grow-text.ts'
import type { Message, MessagePart } from './message.ts'
import { addPart, replacePart } from './put-part.ts'
import { closeParts, finishStatus, reopenMessage, settleMessage } from './settle-message.ts'

/**
 * The one fold: an answer and the next chunk of its stream give the next answer. The widget draws
 * with it and the server saves with it, so that they cannot disagree. It never throws and never
 * changes its input: a chunk that does not fit what came before is taken as far as it makes sense.
 * The `start` of a further stream lets an answer that waits go on.
 */
export function applyChunk(message: Message, chunk: Chunk): Message {
  if (isDataChunk(chunk)) return applyData(message, chunk)
  switch (chunk.type) {
    case 'start':
      return mergeCustom(reopenMessage(message), chunk.messageMetadata)
    case 'message-metadata':
      return mergeCustom(message, chunk.messageMetadata)
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
      return applyError(message, chunk.errorText)
    default:
      chunk satisfies never
      return message
  }
}

function applyData(message: Message, chunk: DataChunk): Message {
  if (chunk.transient) return applyWait(message, readWait(chunk))
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

/** A wait is a state of the running answer, and none of what it says. */
function applyWait(message: Message, waitSeconds: number | undefined): Message {
  if (waitSeconds === undefined || message.status?.type !== 'running') return message
  const wait = waitSeconds > 0 ? { waitSeconds } : {}
  return { ...message, status: { type: 'running', ...wait } }
}

function applyFinish(message: Message, chunk: Extract<NamedChunk, { type: 'finish' }>): Message {
  const { finishReason = chunk.finishReason, usage, ...rest } = chunk.messageMetadata ?? {}
  const reason = typeof finishReason === 'string' ? finishReason : undefined
  // What its steps cost was said of each, or is said here of all.
  const finished = finishStep(mergeCustom(message, rest), { reason, usage })
  const status = finishStatus(finished.content, reason ?? 'unknown')
  const isOver = status.type === 'complete' && isOutOfSteps(chunk)
  return settleMessage(finished, isOver ? { type: 'incomplete', reason: 'tool-calls' } : status)
}

function mergeCustom(message: Message, metadata: JsonObject | undefined): Message {
  // `alcove` speaks to the reader of the stream about rows; it is no part of the message.
  const { alcove: _, ...custom } = metadata ?? {}
  if (Object.keys(custom).length === 0) return message
  return {
    ...message,
    metadata: { ...message.metadata, custom: mergeObjects(message.metadata.custom, custom) },
  }
}

/** Of two objects in the same place all fields stay; anything else takes the place of what was there. */
function mergeObjects(base: JsonObject, more: JsonObject, level = 1): JsonObject {
  const merged = new Map(Object.entries(base))
  for (const [key, value] of Object.entries(more)) {
    const known = merged.get(key)
    const isDeeper = isPlainObject(known) && isPlainObject(value) && level < JSON_DEPTH_LIMIT
    merged.set(key, isDeeper ? mergeObjects(known, value, level + 1) : value)
  }
  return Object.fromEntries(merged)
}
