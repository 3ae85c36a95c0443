import { isJsonValue, type JsonValue } from '../../shared/json.ts'
import { MEMORY_BEGINS, type Chunk } from '../../shared/wire/chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import { TOOL_TEXTS } from './backend-tool.ts'
import { writeInterrupt } from './interrupt.ts'
import type { StepPart } from './model-steps.ts'
import { createFailure } from './provider-failure.ts'
import type { ReadCall } from './tool-set.ts'
import { writeUsage } from './usage.ts'
import { createWholeCharacters, type WholeCharacters } from './well-formed.ts'

type PartKind = 'text' | 'reasoning'

export interface ChunkMapper {
  /** The chunks for one part; none for parts that our stream does not carry. */
  map(part: StepPart): Chunk[]
  /** Ends the parts that were open when the answer broke off. */
  closeParts(): Chunk[]
}

/**
 * Maps a model's parts to our chunks, for one message; `continued` is the message that is continued. Ids of
 * calls are ours already.
 */
export function createChunkMapper(now: () => number, continued?: Message): ChunkMapper {
  const words = createWords(now, reasoningMsOf(continued))
  let interruptText: string | undefined

  function mapOutcome({ call, outcome }: Extract<StepPart, { type: 'tool-outcome' }>): Chunk[] {
    const { toolCallId, toolName, args } = call
    switch (outcome.type) {
      case 'result':
        return [{ type: 'tool-output-available', toolCallId, output: outcome.output }]
      case 'failure':
        return [{ type: 'tool-output-error', toolCallId, errorText: outcome.errorText }]
      case 'interrupt':
        // The call stays without a result, and the answer ends after its step.
        interruptText = writeInterrupt(outcome.interrupt, { toolCallId, toolName, args })
        return []
      default:
        outcome satisfies never
        return []
    }
  }

  function mapFinish({ finishReason, usage }: Extract<StepPart, { type: 'finish' }>): Chunk {
    if (interruptText !== undefined) return { type: 'error', errorText: interruptText }
    return { type: 'finish', messageMetadata: { finishReason, usage: writeUsage(usage) } }
  }

  function map(part: StepPart): Chunk[] {
    switch (part.type) {
      case 'text-start':
        return words.start('text', part.id)
      case 'text-delta':
        return words.grow('text', part.id, part.delta)
      case 'text-end':
        return words.end('text', part.id)
      case 'reasoning-start':
        return words.start('reasoning', part.id)
      case 'reasoning-delta':
        return words.grow('reasoning', part.id, part.delta)
      case 'reasoning-end':
        return words.end('reasoning', part.id)
      case 'tool-outcome':
        return mapOutcome(part)
      case 'finish':
        return [mapFinish(part)]
      default:
        return mapAlone(part)
    }
  }

  return { map, closeParts: words.endAll }
}

type PartAlone = Exclude<
  StepPart,
  { type: `${PartKind}-${'start' | 'delta' | 'end'}` | 'tool-outcome' | 'finish' }
>

/** Maps a part that does not depend on earlier ones. */
function mapAlone(part: PartAlone): Chunk[] {
  switch (part.type) {
    case 'start-step':
      return [{ type: part.type }]
    case 'memory-begins':
      return [{ type: 'message-metadata', messageMetadata: { [MEMORY_BEGINS]: part.messageId } }]
    case 'finish-step': {
      const usage = writeUsage(part.usage)
      return [Object.keys(usage).length > 0 ? { type: part.type, usage } : { type: part.type }]
    }
    case 'tool-input-start':
      return [{ type: part.type, toolCallId: part.id, toolName: part.toolName }]
    case 'tool-input-delta':
      return [{ type: part.type, toolCallId: part.id, inputTextDelta: part.delta }]
    case 'tool-call':
      return [mapCall(part.call)]
    case 'tool-result': {
      const { toolCallId, isError, result } = part
      return isError === true
        ? [{ type: 'tool-output-error', toolCallId, errorText: TOOL_TEXTS.failed }]
        : [{ type: 'tool-output-available', toolCallId, output: result as JsonValue }]
    }
    case 'tool-approval-request': {
      const { approvalId, toolCallId } = part
      return [{ type: part.type, approvalId, toolCallId }]
    }
    case 'source': {
      if (part.sourceType !== 'url') return []
      const title = part.title === undefined ? {} : { title: part.title }
      return [{ type: 'source-url', sourceId: part.id, url: part.url, ...title }]
    }
    case 'file':
      return [mapFile(part)]
    case 'ping':
    case 'raw':
    case 'custom':
    case 'tool-input-end':
    case 'reasoning-file':
      return []
    default:
      part satisfies never
      return []
  }
}

function mapCall(call: ReadCall): Chunk {
  const { toolCallId, toolName } = call
  // A value that is nested too deeply was refused: it cannot be stored.
  const input: JsonValue = isJsonValue(call.input) ? call.input : {}
  if (call.type === 'wrong') {
    return { type: 'tool-input-error', toolCallId, toolName, input, errorText: call.problem }
  }
  const isRunThere = call.type === 'provider' && call.isContradicted === true
  const runner = isRunThere ? { providerExecuted: true } : {}
  return { type: 'tool-input-available', toolCallId, toolName, input, ...runner }
}

function mapFile({ mediaType, data }: Extract<StepPart, { type: 'file' }>): Chunk {
  // The server does not fetch addresses that an answer names.
  if (data.type !== 'data') throw createFailure('unsupported', 'a download was refused')
  const base64 =
    typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64')
  return { type: 'file', url: `data:${mediaType};base64,${base64}`, mediaType }
}

interface OpenPart {
  readonly kind: PartKind
  readonly theirId: string
  /** Our id: the providers' ids repeat from step to step. */
  readonly id: string
  readonly startedAt: number
  readonly characters: WholeCharacters
}

/**
 * Texts and reasonings, which arrive in deltas; `before`: time of reasoning before the answer was continued.
 */
function createWords(now: () => number, before: number) {
  /** Text and reasoning may carry the same id. */
  const open = new Map<string, OpenPart>()
  const key = (kind: PartKind, theirId: string) => `${kind} ${theirId}`
  let partCount = 0
  let reasoningMs = before

  function start(kind: PartKind, theirId: string): Chunk[] {
    partCount += 1
    const id = `${kind}-${partCount}`
    const chunks = end(kind, theirId)
    const characters = createWholeCharacters()
    open.set(key(kind, theirId), { kind, theirId, id, startedAt: now(), characters })
    return [...chunks, { type: `${kind}-start`, id }]
  }

  function grow(kind: PartKind, theirId: string, text: string): Chunk[] {
    const part = open.get(key(kind, theirId))
    const delta = part?.characters.push(text) ?? ''
    return part && delta !== '' ? [{ type: `${kind}-delta`, id: part.id, delta }] : []
  }

  function end(kind: PartKind, theirId: string): Chunk[] {
    const part = open.get(key(kind, theirId))
    if (!part) return []
    open.delete(key(kind, theirId))
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

  const endAll = () => [...open.values()].flatMap(({ kind, theirId }) => end(kind, theirId))

  return { start, grow, end, endAll }
}

function reasoningMsOf(message: Message | undefined): number {
  const known = message?.metadata.custom['reasoningMs']
  return typeof known === 'number' ? known : 0
}
