import { isJsonValue, type JsonValue } from '../../shared/json.ts'
import { CONTEXT_FULL, MEMORY_BEGINS, type Chunk } from '../../shared/wire/chunk.ts'
import { judging } from '../../shared/wire/judging-mark.ts'
import { ASKS_FIRST } from '../../shared/wire/asks-first.ts'
import type { Message } from '../../shared/thread/message.ts'
import { documentSource, readPage, toSourceChunk } from '../../shared/thread/source-chunks.ts'
import { TOOL_TEXTS } from './backend-tool.ts'
import { writeInterrupt } from './interrupt.ts'
import type { StepPart } from './step-parts.ts'
import { createFailure } from './provider-failure.ts'
import type { AnswerChunk } from './step-memory.ts'
import type { ReadCall } from './tool-set.ts'
import { createWords, type PartKind, type Remember } from './to-words.ts'
import { writeUsage } from './usage.ts'

export interface ChunkMapper {
  /** The chunks for one part; none for parts that our stream does not carry. */
  map(part: StepPart): AnswerChunk[]
  /** Ends the texts and calls that were open when the answer broke off. */
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
  /** Calls without a result. */
  const open = new Set<string>()
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
      case 'refusal':
        return [{ type: 'tool-output-error', toolCallId, errorText: TOOL_TEXTS.withheld }]
      default:
        outcome satisfies never
        return []
    }
  }

  function mapFinish({ finishReason, usage }: Extract<StepPart, { type: 'finish' }>): Chunk {
    if (interruptText !== undefined) return { type: 'error', errorText: interruptText }
    const end =
      finishReason === 'context-full'
        ? { finishReason: 'length', [CONTEXT_FULL]: true }
        : { finishReason }
    return { type: 'finish', messageMetadata: { ...end, usage: writeUsage(usage) } }
  }

  function map(part: StepPart): AnswerChunk[] {
    trackCall(open, part)
    switch (part.type) {
      case 'text-start':
        return words.start('text', part)
      case 'text-delta':
        return words.grow('text', part)
      case 'text-end':
        return words.end('text', part)
      case 'text-was-thought':
        return words.toThought(part.id)
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

  return {
    map,
    closeParts: () => [...words.endAll(), ...[...open].map((id) => endCall(id, TOOL_TEXTS.ended))],
  }
}

const endCall = (toolCallId: string, errorText: string): Chunk => ({
  type: 'tool-output-error',
  toolCallId,
  errorText,
})

/** Keeps the ids of calls without a result. */
function trackCall(open: Set<string>, part: StepPart): void {
  switch (part.type) {
    case 'tool-input-start':
      return void open.add(part.id)
    case 'tool-call': {
      const { type, toolCallId } = part.call
      return void (type === 'wrong' ? open.delete(toolCallId) : open.add(toolCallId))
    }
    case 'tool-outcome':
      return void open.delete(part.call.toolCallId)
    case 'tool-result':
    case 'tool-ended':
      return void open.delete(part.toolCallId)
    default:
      return undefined
  }
}

type PartAlone = Exclude<
  StepPart,
  {
    type:
      | `${PartKind}-${'start' | 'delta' | 'end'}`
      | 'text-was-thought'
      | 'tool-call'
      | 'tool-outcome'
      | 'finish'
  }
>

/** Maps a part that does not depend on earlier ones. */
function mapAlone(part: PartAlone): Chunk[] {
  switch (part.type) {
    case 'start-step':
    case 'reset-step':
      return [{ type: part.type }]
    case 'judging':
      return [judging(part.isOn)]
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
    case 'tool-ended':
      return [endCall(part.toolCallId, part.errorText)]
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
    case 'source':
      return [mapSource(part)]
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
  const asking = call.type === 'browser' && call.asksFirst === true ? ASKS_FIRST : {}
  return { type: 'tool-input-available', toolCallId, toolName, input, ...runner, ...asking }
}

function mapSource(source: Extract<StepPart, { type: 'source' }>): Chunk {
  if (source.sourceType === 'url') {
    const { type, sourceType, id, url, title } = source
    return toSourceChunk({ type, sourceType, id, url, ...(title === undefined ? {} : { title }) })
  }
  return toSourceChunk(documentSource(source, readPage(source.providerMetadata)))
}

function mapFile({ mediaType, data }: Extract<StepPart, { type: 'file' }>): Chunk {
  // The server does not fetch addresses that an answer names.
  if (data.type !== 'data') throw createFailure('unsupported', 'a download was refused')
  const base64 =
    typeof data.data === 'string' ? data.data : Buffer.from(data.data).toString('base64')
  return { type: 'file', url: `data:${mediaType};base64,${base64}`, mediaType }
}

function reasoningMsOf(message: Message | undefined): number {
  const known = message?.metadata.custom['reasoningMs']
  return typeof known === 'number' ? known : 0
}
