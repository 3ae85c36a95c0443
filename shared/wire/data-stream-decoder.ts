import type { Warn } from '../errors.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { parseChunk, type Chunk } from './chunk.ts'
import {
  decodeFile,
  decodeUsage,
  parseJson,
  readErrorText,
  readFinishReason,
  readStepEnd,
  runnerOf,
} from './data-stream-lines.ts'
import { createDropWarning, MAX_EVENT_CHARACTERS, type StreamEvent } from './sse.ts'

/**
 * Bytes of a `vercel-ai-data-stream/v1` response to events. Unknown and malformed lines are dropped here;
 * `warn` is called once for each kind. A body that ends inside a line ends without the end mark: it was cut.
 */
export function createDataStreamDecoder(
  warn?: Warn,
): ReadableWritablePair<StreamEvent, BufferSource> {
  const text = new TextDecoderStream()
  const reader: Reader = {
    calls: new Map(),
    part: undefined,
    partCount: 0,
    isContinued: false,
    hasStart: false,
    hasEnd: false,
    onDrop: createDropWarning(warn),
  }
  let line = ''
  let isTooLong = false
  const grow = (piece: string) => {
    isTooLong ||= line.length + piece.length > MAX_EVENT_CHARACTERS
    line = isTooLong ? '' : line + piece
  }
  const lines = new TransformStream<string, StreamEvent>({
    transform(piece, controller) {
      const [rest = '', ...more] = piece.split(/[\r\n]/)
      grow(rest)
      for (const next of more) {
        const chunks = isTooLong ? [] : readLine(reader, line)
        for (const chunk of chunks) controller.enqueue({ type: 'chunk', chunk })
        line = ''
        isTooLong = false
        grow(next)
      }
    },
    flush(controller) {
      if (line !== '' || isTooLong) return
      for (const chunk of finish(reader, {})) controller.enqueue({ type: 'chunk', chunk })
      controller.enqueue({ type: 'end' })
    },
  })
  return { writable: text.writable, readable: text.readable.pipeThrough(lines) }
}

type TextKind = 'text' | 'reasoning'

interface Reader {
  /** By their ids; `argsText` is absent once the arguments are whole. */
  readonly calls: Map<string, { readonly toolName: string; argsText?: string | undefined }>
  part: { readonly kind: TextKind; readonly id: string } | undefined
  partCount: number
  /** True if the last step's text continues in the next one. */
  isContinued: boolean
  hasStart: boolean
  hasEnd: boolean
  /** Called with unknown codes and with lines that have no code. */
  readonly onDrop: (code: string) => void
}

/** Codes without a meaning here: signatures, redacted reasoning, another runtime's state. */
const SILENT = new Set(['i', 'j', 'aui-state'])

/** Decodes a line of a data stream (`wire.md` 2.1) to chunks. */
function readLine(reader: Reader, line: string): readonly Chunk[] {
  const colon = line.indexOf(':')
  const value = colon === -1 ? undefined : parseJson(line.slice(colon + 1))
  const code = colon === -1 ? line : line.slice(0, colon)
  if (value === undefined) {
    if (line !== '') reader.onDrop(code)
    return []
  }
  if (code === '0') return growText(reader, 'text', value)
  if (code === 'g') return growText(reader, 'reasoning', value)
  if (code === '3') return fail(reader, value)
  if (isPlainObject(value)) return readObject(reader, code, value)
  if (!Array.isArray(value)) return []
  const items = value as readonly JsonValue[]
  if (code === '2') return items.flatMap((item) => readData(reader, item))
  const objects = code === '8' ? items.filter((item) => isPlainObject(item)) : []
  return objects.map((messageMetadata) => ({ type: 'message-metadata', messageMetadata }))
}

function readObject(reader: Reader, code: string, value: JsonObject): Chunk[] {
  switch (code) {
    case 'b':
      return addPart(reader, startCall(reader, value))
    case 'c':
      return growCall(reader, value)
    case '9':
      return addPart(reader, readCall(reader, value))
    case 'a':
      return answerCall(reader, value)
    case 'f':
      return startStep(reader, value)
    case 'e':
      return finishStep(reader, value)
    case 'd':
      return finish(reader, value)
    case 'h': {
      const { id: sourceId, url, title } = value
      const named = typeof title === 'string' && title !== '' ? { title } : {}
      return addChunk(reader, { type: 'source-url', sourceId, url, ...named })
    }
    case 'k': {
      const { data, mimeType: mediaType } = value
      if (typeof data !== 'string' || typeof mediaType !== 'string') return []
      return addChunk(reader, { type: 'file', url: decodeFile(data, mediaType), mediaType })
    }
    case 'aui-reasoning-part-start':
      return startText(reader, 'reasoning')
    case 'aui-text-delta':
      return growText(reader, 'text', value['textDelta'])
    case 'aui-reasoning-delta':
      return growText(reader, 'reasoning', value['reasoningDelta'])
    case 'aui-data':
      if (typeof value['name'] !== 'string') return []
      return addChunk(reader, { type: `data-${value['name']}`, data: value['data'] })
    default:
      if (!SILENT.has(code)) reader.onDrop(code)
      return []
  }
}

function readData(reader: Reader, item: JsonValue): Chunk[] {
  const type = isPlainObject(item) ? item['type'] : undefined
  const isOurs = typeof type === 'string' && type.startsWith('data-') && isPlainObject(item)
  return addChunk(reader, isOurs ? item : { type: 'data-data', data: item })
}

function addChunk(reader: Reader, value: Readonly<Record<string, unknown>>): Chunk[] {
  const chunk = parseChunk(value)
  return chunk ? addPart(reader, [chunk]) : []
}

/** A new part ends the text before it. */
const addPart = (reader: Reader, chunks: Chunk[]): Chunk[] =>
  chunks.length > 0 ? [...endText(reader), ...chunks] : chunks

function growText(reader: Reader, kind: TextKind, delta: JsonValue | undefined): Chunk[] {
  if (typeof delta !== 'string') return []
  const before = reader.part?.kind === kind ? [] : startText(reader, kind)
  return [...before, { type: `${kind}-delta`, id: reader.part!.id, delta }]
}

function startText(reader: Reader, kind: TextKind): Chunk[] {
  const before = endText(reader)
  const id = `${kind}-${(reader.partCount += 1)}`
  reader.part = { kind, id }
  return [...before, { type: `${kind}-start`, id }]
}

function endText(reader: Reader): Chunk[] {
  if (!reader.part) return []
  const { kind, id } = reader.part
  reader.part = undefined
  return [{ type: `${kind}-end`, id }]
}

function startCall({ calls }: Reader, line: JsonObject): Chunk[] {
  const { toolCallId, toolName } = line
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return []
  if (calls.has(toolCallId)) return []
  calls.set(toolCallId, { toolName, argsText: '' })
  return [{ type: 'tool-input-start', toolCallId, toolName, ...runnerOf(line) }]
}

function growCall(reader: Reader, { toolCallId, argsTextDelta, isFinal }: JsonObject): Chunk[] {
  if (typeof toolCallId !== 'string' || typeof argsTextDelta !== 'string') return []
  const call = reader.calls.get(toolCallId)
  if (call?.argsText === undefined) return []
  call.argsText += argsTextDelta
  const delta: Chunk = { type: 'tool-input-delta', toolCallId, inputTextDelta: argsTextDelta }
  const end = isFinal === true ? closeCall(reader, toolCallId) : []
  return argsTextDelta === '' ? end : [delta, ...end]
}

/** A call with malformed arguments was cut: it stays unchanged. */
function closeCall({ calls }: Reader, toolCallId: string): Chunk[] {
  const call = calls.get(toolCallId)
  if (call?.argsText === undefined) return []
  const { toolName, argsText } = call
  call.argsText = undefined
  const input = parseJson(argsText === '' ? '{}' : argsText)
  return input === undefined ? [] : [{ type: 'tool-input-available', toolCallId, toolName, input }]
}

function readCall(reader: Reader, line: JsonObject): Chunk[] {
  const { toolCallId, toolName, args: input = {} } = line
  if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return []
  if (!('args' in line) && reader.calls.has(toolCallId)) return closeCall(reader, toolCallId)
  reader.calls.set(toolCallId, { toolName })
  return [{ type: 'tool-input-available', toolCallId, toolName, input, ...runnerOf(line) }]
}

function answerCall(
  reader: Reader,
  { toolCallId, result, isError, artifact }: JsonObject,
): Chunk[] {
  if (typeof toolCallId !== 'string' || !reader.calls.has(toolCallId)) return []
  const shown = artifact === undefined ? {} : { artifact }
  const outcome: Chunk =
    isError === true
      ? { type: 'tool-output-error', toolCallId, errorText: readErrorText(result), ...shown }
      : { type: 'tool-output-available', toolCallId, output: result ?? null, ...shown }
  return [...closeCall(reader, toolCallId), outcome]
}

const closeCalls = (reader: Reader): Chunk[] =>
  [...reader.calls.keys()].flatMap((id) => closeCall(reader, id))

function startStep(reader: Reader, { messageId }: JsonObject): Chunk[] {
  const start: Chunk[] =
    reader.hasStart || typeof messageId !== 'string' ? [] : [{ type: 'start', messageId }]
  reader.hasStart = true
  return [...start, ...(reader.isContinued ? [] : endText(reader)), { type: 'start-step' }]
}

function finishStep(reader: Reader, line: JsonObject): Chunk[] {
  reader.isContinued = line['isContinued'] === true
  const before = reader.isContinued && reader.part?.kind === 'text' ? [] : endText(reader)
  return [...before, ...closeCalls(reader), readStepEnd(line)]
}

function finish(reader: Reader, { finishReason: reason, usage }: JsonObject): Chunk[] {
  if (reader.hasEnd) return []
  reader.hasEnd = true
  const messageMetadata = { finishReason: readFinishReason(reason), usage: decodeUsage(usage) }
  return [...endText(reader), ...closeCalls(reader), { type: 'finish', messageMetadata }]
}

function fail(reader: Reader, text: JsonValue): Chunk[] {
  if (reader.hasEnd) return []
  reader.hasEnd = true
  return [...endText(reader), { type: 'error', errorText: readErrorText(text) }]
}
