import { createMessageId } from '../ids.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { isDataChunk, type Chunk, type NamedChunk } from './chunk.ts'
import {
  encodeFile,
  encodeLine,
  encodeUsage,
  readFinishReason,
  runnerOf,
} from './data-stream-lines.ts'

/** An empty data array: every reader takes it for nothing, and proxies see that the stream lives. */
export const DATA_STREAM_HEARTBEAT = encodeLine('2', [])

export interface DataStreamEncoder {
  /** The lines that a chunk becomes, each with its line break; often none. */
  encode(chunk: Chunk): string
  /** What was held back, for a stream that broke off. */
  end(): string
}

interface Call {
  readonly toolName: string
  argsText: string
  state: 'streaming' | 'called'
}

type ChunkOf<Type extends NamedChunk['type']> = Extract<NamedChunk, { type: Type }>

/**
 * Our chunks as lines of `vercel-ai-data-stream/v1` (`wire.md` 2.1), one-character codes only. Old
 * readers end a call's arguments at the next part of any kind: what comes between is held back until
 * the call is complete. A step's reason and usage are known at the message's end: so is its line. New
 * readers keep the first result of a call, and a tool may give several: the last one is written, when
 * something else than calls follows.
 */
export function createDataStreamEncoder(): DataStreamEncoder {
  const calls = new Map<string, Call>()
  /** Lines of results that may still be replaced. */
  const results = new Map<string, string>()
  let messageId: string | undefined
  let openCall: string | undefined
  let waiting: Chunk[] = []
  let step: 'none' | 'open' | 'ended' = 'none'
  let hasCallInStep = false
  /** What was said of the end of the last step. */
  let said: Partial<ChunkOf<'finish-step'>> = {}
  let isOver = false

  function encode(chunk: Chunk): string {
    if (isOver) return ''
    if (openCall !== undefined && mustWait(chunk, openCall)) {
      waiting.push(chunk)
      return ''
    }
    return (chunk.type.startsWith('tool-') ? '' : releaseResults()) + encodeNow(chunk)
  }

  function encodeNow(chunk: Chunk): string {
    if (isDataChunk(chunk)) return part('2', [chunk as unknown as JsonObject])
    switch (chunk.type) {
      case 'start':
        messageId ??= chunk.messageId
        return annotate(chunk.messageMetadata)
      case 'message-metadata':
        return annotate(chunk.messageMetadata)
      case 'start-step': {
        const before = releaseStep()
        step = 'open'
        hasCallInStep = false
        said = {}
        return before + encodeLine('f', { messageId: (messageId ??= createMessageId()) })
      }
      case 'finish-step':
        if (step !== 'open') return ''
        step = 'ended'
        said = chunk
        return ''
      case 'text-delta':
        return chunk.delta === '' ? '' : part('0', chunk.delta)
      case 'reasoning-delta':
        return chunk.delta === '' ? '' : part('g', chunk.delta)
      case 'text-start':
      case 'text-end':
      case 'reasoning-start':
      case 'reasoning-end':
        return ''
      case 'tool-input-start':
        return startCall(chunk)
      case 'tool-input-delta':
        return growCall(chunk)
      case 'tool-input-available':
        return closeCall(chunk.toolCallId, chunk.toolName, chunk.input, runnerOf(chunk))
      case 'tool-input-error': {
        const { toolCallId, toolName, input, errorText } = chunk
        const call = closeCall(toolCallId, toolName, input ?? {})
        return call + answerCall(chunk, { result: { error: errorText }, isError: true })
      }
      case 'tool-output-available':
        return answerCall(chunk, { result: chunk.output })
      case 'tool-output-error':
        return answerCall(chunk, { result: { error: chunk.errorText }, isError: true })
      case 'tool-approval-request':
      case 'tool-approval-response':
      case 'tool-output-denied':
      case 'reset-step':
        // This format has no lines for them; its readers see a call without a result.
        return ''
      case 'source-url': {
        const title = chunk.title ? { title: chunk.title } : {}
        return part('h', { sourceType: 'url', id: chunk.sourceId, url: chunk.url, ...title })
      }
      case 'file':
        return part('k', encodeFile(chunk.url, chunk.mediaType))
      case 'finish':
        return finish(chunk.messageMetadata ?? {})
      case 'abort':
        return finish({ finishReason: 'other' })
      case 'error':
        return close() + releaseResults() + releaseStep() + over(encodeLine('3', chunk.errorText))
      default:
        chunk satisfies never
        return ''
    }
  }

  /** A line of content, which belongs to no step that has ended. */
  function part(code: string, value: JsonValue): string {
    return releaseStep() + encodeLine(code, value)
  }

  function releaseStep(): string {
    return step === 'ended' ? endStep(hasCallInStep ? 'tool-calls' : 'unknown', {}) : ''
  }

  function endStep(finishReason: string, usage: JsonObject): string {
    step = 'none'
    return encodeLine('e', {
      finishReason: readFinishReason(said.finishReason ?? finishReason),
      usage: encodeUsage(said.usage ?? usage),
      isContinued: said.isContinued ?? false,
    })
  }

  function startCall(chunk: ChunkOf<'tool-input-start'>): string {
    const { toolCallId, toolName } = chunk
    // A second start of a call breaks its readers.
    if (calls.has(toolCallId)) return ''
    calls.set(toolCallId, { toolName, argsText: '', state: 'streaming' })
    openCall = toolCallId
    hasCallInStep = true
    return part('b', { toolCallId, toolName, ...runnerOf(chunk) })
  }

  function growCall({ toolCallId, inputTextDelta }: ChunkOf<'tool-input-delta'>): string {
    const call = calls.get(toolCallId)
    if (call?.state !== 'streaming' || inputTextDelta === '') return ''
    call.argsText += inputTextDelta
    return encodeLine('c', { toolCallId, argsTextDelta: inputTextDelta })
  }

  function closeCall(toolCallId: string, name: string, input: JsonValue, runner = {}): string {
    const args = isPlainObject(input) ? input : {}
    const call = calls.get(toolCallId)
    if (call && call.state !== 'streaming') return ''
    const toolName = call?.toolName ?? name
    const text = JSON.stringify(args)
    const delta = call?.argsText === '' ? encodeLine('c', { toolCallId, argsTextDelta: text }) : ''
    calls.set(toolCallId, { toolName, argsText: text, state: 'called' })
    hasCallInStep = true
    return delta + part('9', { toolCallId, toolName, args, ...runner }) + releaseCall(toolCallId)
  }

  function answerCall(
    { toolCallId, artifact }: { toolCallId: string; artifact?: JsonValue | undefined },
    outcome: JsonObject,
  ): string {
    const call = calls.get(toolCallId)
    if (!call) return ''
    const closed =
      call.state === 'streaming' ? closeCall(toolCallId, call.toolName, parse(call.argsText)) : ''
    const shown = artifact === undefined ? {} : { artifact }
    results.set(toolCallId, encodeLine('a', { toolCallId, ...outcome, ...shown }))
    return closed
  }

  function releaseResults(): string {
    const lines = [...results.values()].join('')
    results.clear()
    return lines
  }

  function releaseCall(toolCallId: string): string {
    if (openCall !== toolCallId) return ''
    openCall = undefined
    const held = waiting
    waiting = []
    return held.map(encode).join('')
  }

  /** A call that never became complete stays open: closed, its reader would run it. */
  function close(): string {
    return openCall === undefined ? '' : releaseCall(openCall) + close()
  }

  function finish({ finishReason, usage, ...rest }: JsonObject): string {
    const reason = readFinishReason(finishReason)
    const counts = isPlainObject(usage) ? usage : {}
    const before =
      close() + releaseResults() + annotate(rest) + (step === 'none' ? '' : endStep(reason, counts))
    return before + over(encodeLine('d', { finishReason: reason, usage: encodeUsage(counts) }))
  }

  function over(line: string): string {
    isOver = true
    return line
  }

  return { encode, end: () => (isOver ? '' : close() + releaseResults() + releaseStep()) }
}

function annotate(metadata: JsonObject | undefined): string {
  return metadata && Object.keys(metadata).length > 0 ? encodeLine('8', [metadata]) : ''
}

function mustWait(chunk: Chunk, openCall: string): boolean {
  if ('toolCallId' in chunk) return chunk.toolCallId !== openCall
  switch (chunk.type) {
    case 'start':
    case 'message-metadata':
    case 'finish':
    case 'abort':
    case 'error':
      return false
    default:
      return true
  }
}

function parse(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return {}
  }
}
