import type { LanguageModelUsage, TextStreamPart, ToolSet } from 'ai'
import { AlcoveError } from '../../shared/errors.ts'
import { isJsonValue, isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import { writeInterrupt, type InterruptFields } from './interrupt.ts'
import { describeInvalidCall } from './tool-set.ts'
import { TOOL_TEXTS } from './backend-tool.ts'
import { createWholeCharacters, type WholeCharacters } from './well-formed.ts'

type StreamPart = TextStreamPart<ToolSet>
type PartKind = 'text' | 'reasoning'

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
  const words = createWords(now, reasoningMsOf(continued))
  const failedCalls = new Set<string>()
  let interruptText: string | undefined

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

  function mapCallError(part: Extract<StreamPart, { type: 'tool-error' }>): Chunk[] {
    const { toolCallId, error, toolName } = part
    if (failedCalls.has(toolCallId)) return []
    if (error instanceof AlcoveError && error.code === 'interrupted') {
      // The call stays without a result, and the answer ends after its step.
      const args = isPlainObject(part.input) ? (part.input as JsonObject) : {}
      interruptText = writeInterrupt(error.data as InterruptFields, { toolCallId, toolName, args })
      return []
    }
    const errorText = error instanceof AlcoveError ? error.message : TOOL_TEXTS.failed
    return [{ type: 'tool-output-error', toolCallId, errorText }]
  }

  function mapFinish(part: Extract<StreamPart, { type: 'finish' }>): Chunk {
    if (interruptText !== undefined) return { type: 'error', errorText: interruptText }
    const { finishReason, totalUsage } = part
    return { type: 'finish', messageMetadata: { finishReason, usage: toUsage(totalUsage) } }
  }

  function map(part: StreamPart): Chunk[] {
    switch (part.type) {
      case 'text-start':
        return words.start('text', part.id)
      case 'text-delta':
        return words.grow('text', part.id, part.text)
      case 'text-end':
        return words.end('text', part.id)
      case 'reasoning-start':
        return words.start('reasoning', part.id)
      case 'reasoning-delta':
        return words.grow('reasoning', part.id, part.text)
      case 'reasoning-end':
        return words.end('reasoning', part.id)
      case 'tool-call':
        return mapCall(part)
      case 'tool-error':
        return mapCallError(part)
      case 'finish':
        return [mapFinish(part)]
      default:
        return mapAlone(part)
    }
  }

  return { map, closeParts: words.endAll }
}

type PartAlone = Exclude<
  StreamPart,
  { type: `${PartKind}-${'start' | 'delta' | 'end'}` | 'tool-call' | 'tool-error' | 'finish' }
>

/** A part that means the same whatever came before it. */
function mapAlone(part: PartAlone): Chunk[] {
  switch (part.type) {
    case 'start-step':
      return [{ type: part.type }]
    case 'finish-step': {
      const usage = toUsage(part.usage)
      return [Object.keys(usage).length > 0 ? { type: part.type, usage } : { type: part.type }]
    }
    case 'tool-input-start':
      return [{ type: part.type, toolCallId: part.id, toolName: part.toolName }]
    case 'tool-input-delta':
      return [{ type: part.type, toolCallId: part.id, inputTextDelta: part.delta }]
    case 'tool-result': {
      if (part.preliminary === true) return []
      const output = (part.output ?? null) as JsonValue
      return [{ type: 'tool-output-available', toolCallId: part.toolCallId, output }]
    }
    case 'tool-approval-request': {
      const { toolCallId } = part.toolCall
      return [{ type: part.type, approvalId: part.approvalId, toolCallId }]
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

interface OpenPart {
  readonly kind: PartKind
  readonly sdkId: string
  /** Ours: the providers' ids repeat from step to step. */
  readonly id: string
  readonly startedAt: number
  readonly characters: WholeCharacters
}

/** Texts and reasonings, which come in pieces; `before`: how long was reasoned before it went on. */
function createWords(now: () => number, before: number) {
  /** Text and reasoning may carry the same id. */
  const open = new Map<string, OpenPart>()
  const key = (kind: PartKind, sdkId: string) => `${kind} ${sdkId}`
  let partCount = 0
  let reasoningMs = before

  function start(kind: PartKind, sdkId: string): Chunk[] {
    partCount += 1
    const id = `${kind}-${partCount}`
    const chunks = end(kind, sdkId)
    const characters = createWholeCharacters()
    open.set(key(kind, sdkId), { kind, sdkId, id, startedAt: now(), characters })
    return [...chunks, { type: `${kind}-start`, id }]
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

  const endAll = () => [...open.values()].flatMap(({ kind, sdkId }) => end(kind, sdkId))

  return { start, grow, end, endAll }
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
