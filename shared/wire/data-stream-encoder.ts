import { createMessageId } from '../ids.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { createHeldSources, ENDS, mustWait, type HeldSources } from './held-lines.ts'
import { isDataChunk, type Chunk, type NamedChunk } from './chunk.ts'
import {
  encodeFile,
  encodeLine,
  encodeStepEnd,
  encodeUsage,
  failure,
  parseJson,
  readFinishReason,
  runnerOf,
} from './data-stream-lines.ts'

export interface DataStreamEncoder {
  /** The lines for a chunk, each with its line break; often none. */
  encode(chunk: Chunk): string
  /** The lines that were held back, for a stream that broke off. */
  end(): string
}

interface Call {
  readonly toolName: string
  argsText: string
  isOpen: boolean
}
type ChunkOf<Type extends NamedChunk['type']> = Extract<NamedChunk, { type: Type }>

interface State {
  readonly calls: Map<string, Call>
  /** Lines of results that may still be replaced. */
  readonly results: Map<string, string>
  messageId: string | undefined
  readonly sources: HeldSources
  /** The call whose arguments still grow, and the chunks that wait for its end. */
  openCall: string | undefined
  readonly waiting: Chunk[]
  /** The step whose end is not written yet, with the chunk of its end. */
  step: { hasCall: boolean; end?: ChunkOf<'finish-step'> } | undefined
  isOver: boolean
}

/**
 * Our chunks as lines of `vercel-ai-data-stream/v1` (`wire.md` 2.1), one-character codes only. Old readers
 * end a call's arguments at the next part of any kind, so parts in between are held back until the call is
 * complete. A step's reason and usage are known only at the message's end, and so is its line. New readers
 * keep the first result of a call, and a tool may give several: the last one is written, before the next part
 * that is not a call. Readers end a text at a source, so a source that is cited within a text follows it.
 */
export function createDataStreamEncoder(): DataStreamEncoder {
  const state: State = {
    calls: new Map(),
    results: new Map(),
    sources: createHeldSources(),
    messageId: undefined,
    openCall: undefined,
    waiting: [],
    step: undefined,
    isOver: false,
  }
  return {
    encode: (chunk) => encode(state, chunk),
    end: () => (state.isOver ? '' : breakOff(state)),
  }
}

function encode(state: State, chunk: Chunk): string {
  const { openCall } = state
  if (state.isOver) return ''
  if (openCall !== undefined && mustWait(chunk, openCall)) {
    state.waiting.push(chunk)
    return ''
  }
  const before = chunk.type.startsWith('tool-') ? '' : releaseResults(state)
  const lines = before + encodeNow(state, chunk)
  state.isOver = ENDS.has(chunk.type)
  return lines
}

function encodeNow(state: State, chunk: Chunk): string {
  if (isDataChunk(chunk)) return part(state, '2', [chunk as unknown as JsonObject])
  switch (chunk.type) {
    case 'start':
      state.messageId ??= chunk.messageId
      return annotate(chunk.messageMetadata)
    case 'message-metadata':
      return annotate(chunk.messageMetadata)
    case 'start-step':
      return startStep(state)
    case 'finish-step':
      if (state.step) state.step.end ??= chunk
      return ''
    case 'text-delta':
    case 'reasoning-delta': {
      const code = chunk.type === 'text-delta' ? '0' : 'g'
      return chunk.delta === '' ? '' : part(state, code, chunk.delta)
    }
    case 'tool-input-start':
      return startCall(state, chunk)
    case 'tool-input-delta':
      return growCall(state, chunk)
    case 'tool-input-available':
      return closeCall(state, chunk, chunk.input, runnerOf(chunk))
    case 'tool-input-error':
      return (
        closeCall(state, chunk, chunk.input ?? {}) +
        answerCall(state, chunk, failure(chunk.errorText))
      )
    case 'tool-output-available':
      return answerCall(state, chunk, { result: chunk.output })
    case 'tool-output-error':
      return answerCall(state, chunk, failure(chunk.errorText))
    case 'source-url': {
      const { sourceId: id, url, title } = chunk
      const source = { sourceType: 'url', id, url, ...(title ? { title } : {}) }
      return state.sources.holds(encodeLine('h', source)) ? '' : part(state, 'h', source)
    }
    case 'text-start':
      state.sources.begin(chunk.id)
      return ''
    case 'text-end':
      return state.sources.end(chunk.id)
    case 'file':
      return part(state, 'k', encodeFile(chunk.url, chunk.mediaType))
    case 'finish':
      return finish(state, chunk.messageMetadata ?? {})
    case 'abort':
      return finish(state, { finishReason: 'other' })
    case 'error':
      return breakOff(state) + encodeLine('3', chunk.errorText)
    case 'reasoning-start':
    case 'reasoning-end':
    case 'source-document':
    case 'tool-approval-request':
    case 'tool-approval-response':
    case 'tool-output-denied':
    case 'reset-step':
      // This format has no lines for them; its readers see a pending call without a result, and pages alone as sources.
      return ''
    default:
      chunk satisfies never
      return ''
  }
}

const annotate = (metadata: JsonObject = {}): string =>
  Object.keys(metadata).length > 0 ? encodeLine('8', [metadata]) : ''
/** A line of content, which ends the step before it. */
const part = (state: State, code: string, value: JsonValue): string =>
  releaseStep(state) + encodeLine(code, value)

function startStep(state: State): string {
  const before = releaseStep(state)
  const messageId = (state.messageId ??= createMessageId())
  state.step = { hasCall: false }
  return before + encodeLine('f', { messageId })
}

const releaseStep = (state: State): string =>
  state.step?.end ? endStep(state, state.step.hasCall ? 'tool-calls' : 'unknown', {}) : ''

function endStep(state: State, reason: string, counts: JsonObject): string {
  const { finishReason = reason, usage = counts, isContinued } = state.step?.end ?? {}
  state.step = undefined
  return encodeStepEnd({ finishReason, usage, isContinued })
}

function startCall(state: State, chunk: ChunkOf<'tool-input-start'>): string {
  const { toolCallId, toolName } = chunk
  // A second start of a call breaks readers.
  if (state.calls.has(toolCallId)) return ''
  state.calls.set(toolCallId, { toolName, argsText: '', isOpen: true })
  state.openCall = toolCallId
  if (state.step) state.step.hasCall = true
  return part(state, 'b', { toolCallId, toolName, ...runnerOf(chunk) })
}

function growCall({ calls }: State, chunk: ChunkOf<'tool-input-delta'>): string {
  const { toolCallId, inputTextDelta: argsTextDelta } = chunk
  const call = calls.get(toolCallId)
  if (!call?.isOpen || argsTextDelta === '') return ''
  call.argsText += argsTextDelta
  return encodeLine('c', { toolCallId, argsTextDelta })
}

function closeCall(
  state: State,
  { toolCallId, toolName: name }: { readonly toolCallId: string; readonly toolName: string },
  input: JsonValue,
  runner = {},
): string {
  const args = isPlainObject(input) ? input : {}
  const call = state.calls.get(toolCallId)
  if (call?.isOpen === false) return ''
  const toolName = call?.toolName ?? name
  const text = JSON.stringify(args)
  const delta = call?.argsText === '' ? encodeLine('c', { toolCallId, argsTextDelta: text }) : ''
  state.calls.set(toolCallId, { toolName, argsText: text, isOpen: false })
  if (state.step) state.step.hasCall = true
  const line = part(state, '9', { toolCallId, toolName, args, ...runner })
  return delta + line + releaseCall(state, toolCallId)
}

function answerCall(
  state: State,
  { toolCallId, artifact }: { toolCallId: string; artifact?: JsonValue | undefined },
  outcome: JsonObject,
): string {
  const call = state.calls.get(toolCallId)
  if (!call) return ''
  const { toolName, argsText } = call
  const closed = closeCall(state, { toolCallId, toolName }, parseJson(argsText) ?? {})
  const shown = artifact === undefined ? {} : { artifact }
  state.results.set(toolCallId, encodeLine('a', { toolCallId, ...outcome, ...shown }))
  return closed
}

function releaseResults({ results }: State): string {
  const lines = [...results.values()].join('')
  results.clear()
  return lines
}

function releaseCall(state: State, toolCallId: string): string {
  if (state.openCall !== toolCallId) return ''
  state.openCall = undefined
  const held = state.waiting.splice(0)
  return held.map((chunk) => encode(state, chunk)).join('')
}

/** A call that never became complete stays open: if it were closed, its reader would run it. */
function closeCalls(state: State): string {
  const { openCall } = state
  return openCall === undefined ? '' : releaseCall(state, openCall) + closeCalls(state)
}

const releaseParts = (state: State): string =>
  state.sources.release() + closeCalls(state) + releaseResults(state)

/** The lines that were held back, for an answer that breaks off. */
const breakOff = (state: State): string => releaseParts(state) + releaseStep(state)

function finish(state: State, { finishReason: reason, usage, ...rest }: JsonObject): string {
  const finishReason = readFinishReason(reason)
  const counts = isPlainObject(usage) ? usage : {}
  const before = releaseParts(state) + annotate(rest)
  const step = state.step ? endStep(state, finishReason, counts) : ''
  return before + step + encodeLine('d', { finishReason, usage: encodeUsage(counts) })
}
