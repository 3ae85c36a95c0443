import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import { AlcoveError } from '../../shared/errors.ts'
import { isJsonValue, isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import { writeInterrupt, type InterruptFields } from './find-interrupt.ts'
import { describeInvalidCall } from './invalid-call.ts'
import { TOOL_TEXTS } from './run-tool.ts'
import { createWholeCharacters, type WholeCharacters } from './whole-characters.ts'

type StreamPart = TextStreamPart<ToolSet>
type PartKind = 'text' | 'reasoning'

interface OpenPart {
  readonly kind: PartKind
  /** Ours: the providers' ids repeat from step to step. */
  readonly id: string
  readonly startedAt: number
  readonly characters: WholeCharacters
}

export interface ChunkMapper {
  /** The chunks for one part of the AI SDK's stream; none for what our stream does not carry. */
  map(part: StreamPart): Chunk[]
  /** Ends the parts that an answer left open when it broke off. */
  closeParts(): Chunk[]
}

/**
 * Turns the AI SDK's stream parts into our chunks, for one message; `continued` when it goes on. Ids of
 * calls are ours already.
 */
export function createChunkMapper(now: () => number, continued?: Message): ChunkMapper {
  const open = new Map<string, OpenPart>()
  const failedCalls = new Set<string>()
  let partCount = 0
  let reasoningMs = reasoningMsOf(continued)
  let interruptText: string | undefined

  function start(kind: PartKind, sdkId: string): Chunk[] {
    partCount += 1
    const id = `${kind}-${partCount}`
    const before = end(kind, sdkId)
    open.set(key(kind, sdkId), {
      kind,
      id,
      startedAt: now(),
      characters: createWholeCharacters(),
    })
    return [...before, { type: `${kind}-start`, id }]
  }

  function grow(kind: PartKind, sdkId: string, text: string): Chunk[] {
    const part = open.get(key(kind, sdkId))
    const delta = part?.characters.push(text) ?? ''
    return part && delta !== '' ? [{ type: `${kind}-delta`, id: part.id, delta }] : []
  }

  function end(kind: PartKind, sdkId: string): Chunk[] {
    const part = open.get(key(kind, sdkId))
    if (!part) return []
    open.delete(key(kind, sdkId))
    const chunks: Chunk[] = []
    const delta = part.characters.end()
    if (delta !== '') chunks.push({ type: `${kind}-delta`, id: part.id, delta })
    chunks.push({ type: `${kind}-end`, id: part.id })
    if (kind === 'reasoning') {
      reasoningMs += now() - part.startedAt
      const messageMetadata = { reasoningMs: Math.round(reasoningMs) }
      chunks.push({ type: 'message-metadata', messageMetadata })
    }
    return chunks
  }

  function mapCall(part: Extract<StreamPart, { type: 'tool-call' }>): Chunk[] {
    const { toolCallId, toolName } = part
    // What is nested too deeply was refused; nobody could write it down.
    const input: JsonValue = isJsonValue(part.input) ? (part.input ?? {}) : {}
    if (part.invalid !== true) {
      return [{ type: 'tool-input-available', toolCallId, toolName, input }]
    }
    failedCalls.add(toolCallId)
    const errorText = describeInvalidCall(part.error)
    return [{ type: 'tool-input-error', toolCallId, toolName, input, errorText }]
  }

  function mapStepEnd({ type, usage }: Extract<StreamPart, { type: 'finish-step' }>): Chunk {
    const counts = toUsage(usage)
    return Object.keys(counts).length > 0 ? { type, usage: counts } : { type }
  }

  function map(part: StreamPart): Chunk[] {
    switch (part.type) {
      case 'start-step':
        return [{ type: part.type }]
      case 'finish-step':
        return [mapStepEnd(part)]
      case 'text-start':
        return start('text', part.id)
      case 'text-delta':
        return grow('text', part.id, part.text)
      case 'text-end':
        return end('text', part.id)
      case 'reasoning-start':
        return start('reasoning', part.id)
      case 'reasoning-delta':
        return grow('reasoning', part.id, part.text)
      case 'reasoning-end':
        return end('reasoning', part.id)
      case 'tool-input-start':
        return [
          {
            type: 'tool-input-start',
            toolCallId: part.id,
            toolName: part.toolName,
          },
        ]
      case 'tool-input-delta':
        return [
          {
            type: 'tool-input-delta',
            toolCallId: part.id,
            inputTextDelta: part.delta,
          },
        ]
      case 'tool-call':
        return mapCall(part)
      case 'tool-result': {
        if (part.preliminary === true) return []
        const output = (part.output ?? null) as JsonValue
        return [{ type: 'tool-output-available', toolCallId: part.toolCallId, output }]
      }
      case 'tool-error': {
        const { toolCallId, error, toolName } = part
        if (failedCalls.has(toolCallId)) return []
        if (error instanceof AlcoveError && error.code === 'interrupted') {
          // The call stays without a result, and the answer ends after its step.
          const args = isPlainObject(part.input) ? (part.input as JsonObject) : {}
          const call = { toolCallId, toolName, args }
          interruptText = writeInterrupt(error.data as InterruptFields, call)
          return []
        }
        const errorText = error instanceof AlcoveError ? error.message : TOOL_TEXTS.failed
        return [{ type: 'tool-output-error', toolCallId, errorText }]
      }
      case 'source': {
        if (part.sourceType !== 'url') return []
        const title = part.title === undefined ? {} : { title: part.title }
        return [{ type: 'source-url', sourceId: part.id, url: part.url, ...title }]
      }
      case 'file': {
        const { mediaType, base64 } = part.file
        return [{ type: 'file', url: `data:${mediaType};base64,${base64}`, mediaType }]
      }
      case 'tool-approval-request': {
        const { toolCallId } = part.toolCall
        return [{ type: part.type, approvalId: part.approvalId, toolCallId }]
      }
      case 'finish':
        if (interruptText !== undefined) return [{ type: 'error', errorText: interruptText }]
        return [
          {
            type: 'finish',
            messageMetadata: {
              finishReason: part.finishReason,
              usage: toUsage(part.totalUsage),
            },
          },
        ]
      case 'start':
      case 'abort':
      case 'error':
      case 'ping':
      case 'raw':
      case 'custom':
      case 'tool-input-end':
      case 'tool-output-denied':
      case 'tool-approval-response':
      case 'reasoning-file':
      case 'steering-message':
        return []
      default:
        part satisfies never
        return []
    }
  }

  return {
    map,
    closeParts: () =>
      [...open.entries()].flatMap(([sdkKey, { kind }]) => end(kind, sdkKey.slice(2))),
  }
}

/** As much as the provider told. */
const toUsage = ({ inputTokens, outputTokens }: LanguageModelUsage): JsonObject => ({
  ...(inputTokens === undefined ? {} : { inputTokens }),
  ...(outputTokens === undefined ? {} : { outputTokens }),
})

function reasoningMsOf(message: Message | undefined): number {
  const known = message?.metadata.custom['reasoningMs']
  return typeof known === 'number' ? known : 0
}

/** Text and reasoning may carry the same id. */
function key(kind: PartKind, sdkId: string): string {
  return `${kind[0]} ${sdkId}`
}
