import { isJsonValue, type JsonObject, type JsonValue } from '../../shared/json.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import { TOOL_TEXTS } from './backend-tool.ts'
import { writeInterrupt } from './interrupt.ts'
import type { StepPart, Usage } from './model-steps.ts'
import { createFailure } from './provider-failure.ts'
import type { AnswerChunk, MemoryChunk } from './step-memory.ts'
import type { ReadCall } from './tool-set.ts'
import { createWholeCharacters, type WholeCharacters } from './well-formed.ts'

type PartKind = 'text' | 'reasoning'

export interface ChunkMapper {
  /** The chunks for one part; none for parts that our stream does not carry. */
  map(part: StepPart): AnswerChunk[]
  /** Ends the parts that were open when the answer broke off. */
  closeParts(): AnswerChunk[]
}

/**
 * Maps the parts of `model` to our chunks, for one message; `continued` is the message that is continued. Ids
 * of calls are ours already.
 */
export function createChunkMapper(
  model: string,
  now: () => number,
  continued?: Message,
): ChunkMapper {
  /** Tells that the model wants this part back, with its metadata. */
  const remember: Remember = (type, id, metadata) => ({
    type: 'step-memory',
    model,
    part: { type, id },
    ...(metadata ? { metadata } : {}),
  })
  const words = createWords(now, reasoningMsOf(continued), remember)
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
    return { type: 'finish', messageMetadata: { finishReason, usage: toUsage(usage) } }
  }

  function map(part: StepPart): AnswerChunk[] {
    switch (part.type) {
      case 'text-start':
        return words.start('text', part)
      case 'text-delta':
        return words.grow('text', part)
      case 'text-end':
        return words.end('text', part)
      case 'reasoning-start':
        return words.start('reasoning', part)
      case 'reasoning-delta':
        return words.grow('reasoning', part)
      case 'reasoning-end':
        return words.end('reasoning', part)
      case 'tool-call': {
        const { toolCallId, providerOptions } = part.call
        const chunk = mapCall(part.call)
        return providerOptions
          ? [remember('tool-call', toolCallId, providerOptions), chunk]
          : [chunk]
      }
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
  { type: `${PartKind}-${'start' | 'delta' | 'end'}` | 'tool-call' | 'tool-outcome' | 'finish' }
>

/** Maps a part that does not depend on earlier ones. */
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

type Metadata = MemoryChunk['metadata']
type Remember = (type: MemoryChunk['part']['type'], id: string, metadata: Metadata) => MemoryChunk

interface OpenPart {
  readonly kind: PartKind
  readonly theirId: string
  /** Our id: the providers' ids repeat from step to step. */
  readonly id: string
  readonly startedAt: number
  readonly characters: WholeCharacters
  /** The last counts: a signature follows the text that it signs. */
  metadata: Metadata
}

interface WordsPart {
  readonly id: string
  readonly delta?: string
  readonly providerMetadata?: Metadata
}

/**
 * Texts and reasonings, which arrive in deltas; `before`: time of reasoning before the answer was continued.
 * All reasonings are remembered, and texts with metadata.
 */
function createWords(now: () => number, before: number, remember: Remember) {
  /** Text and reasoning may carry the same id. */
  const open = new Map<string, OpenPart>()
  const key = (kind: PartKind, theirId: string) => `${kind} ${theirId}`
  let partCount = 0
  let reasoningMs = before

  function start(kind: PartKind, part: WordsPart): AnswerChunk[] {
    partCount += 1
    const id = `${kind}-${partCount}`
    const chunks = end(kind, { id: part.id })
    const characters = createWholeCharacters()
    const metadata = part.providerMetadata
    open.set(key(kind, part.id), {
      kind,
      theirId: part.id,
      id,
      startedAt: now(),
      characters,
      metadata,
    })
    return [...chunks, { type: `${kind}-start`, id }]
  }

  function grow(kind: PartKind, { id, delta = '', providerMetadata }: WordsPart): Chunk[] {
    const part = open.get(key(kind, id))
    if (!part) return []
    if (providerMetadata) part.metadata = providerMetadata
    const whole = part.characters.push(delta)
    return whole === '' ? [] : [{ type: `${kind}-delta`, id: part.id, delta: whole }]
  }

  function end(kind: PartKind, { id, providerMetadata }: WordsPart): AnswerChunk[] {
    const part = open.get(key(kind, id))
    if (!part) return []
    open.delete(key(kind, id))
    const chunks: AnswerChunk[] = []
    const delta = part.characters.end()
    if (delta !== '') chunks.push({ type: `${kind}-delta`, id: part.id, delta })
    const metadata = providerMetadata ?? part.metadata
    if (kind === 'reasoning' || metadata) chunks.push(remember(kind, part.id, metadata))
    chunks.push({ type: `${kind}-end`, id: part.id })
    if (kind === 'reasoning') {
      reasoningMs += now() - part.startedAt
      const messageMetadata = { reasoningMs: Math.round(reasoningMs) }
      chunks.push({ type: 'message-metadata', messageMetadata })
    }
    return chunks
  }

  const endAll = () => [...open.values()].flatMap(({ kind, theirId }) => end(kind, { id: theirId }))

  return { start, grow, end, endAll }
}

/** Only the figures that the provider reported. */
const toUsage = ({ inputTokens, outputTokens }: Usage): JsonObject => ({
  ...(inputTokens === undefined ? {} : { inputTokens }),
  ...(outputTokens === undefined ? {} : { outputTokens }),
})

function reasoningMsOf(message: Message | undefined): number {
  const known = message?.metadata.custom['reasoningMs']
  return typeof known === 'number' ? known : 0
}
