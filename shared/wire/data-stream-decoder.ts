import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { parseChunk, type Chunk } from './chunk.ts'
import { decodeFile, decodeUsage, readFinishReason } from './data-stream-lines.ts'
import { MAX_EVENT_CHARACTERS, type StreamEvent } from './sse.ts'

/** The longest line that a reader keeps in memory, in characters; a longer one is dropped. */
export const MAX_LINE_CHARACTERS = MAX_EVENT_CHARACTERS

/**
 * Bytes of a `vercel-ai-data-stream/v1` response to events. Unknown and malformed lines are dropped
 * here, so that nobody behind it meets one. A body that ends inside a line ends without the end mark:
 * it was cut.
 */
export function createDataStreamDecoder(): ReadableWritablePair<StreamEvent, BufferSource> {
  const text = new TextDecoderStream()
  const reader = createLineReader()
  let line = ''
  let isTooLong = false
  const lines = new TransformStream<string, StreamEvent>({
    transform(piece, controller) {
      const [rest = '', ...more] = piece.split(/[\r\n]/)
      grow(rest)
      for (const next of more) {
        if (!isTooLong) send(reader.read(line), controller)
        line = ''
        isTooLong = false
        grow(next)
      }
    },
    flush(controller) {
      if (line !== '' || isTooLong) return
      send(reader.end(), controller)
      controller.enqueue({ type: 'end' })
    },
  })
  function grow(piece: string) {
    isTooLong ||= line.length + piece.length > MAX_LINE_CHARACTERS
    line = isTooLong ? '' : line + piece
  }
  return { writable: text.writable, readable: text.readable.pipeThrough(lines) }
}

function send(
  chunks: readonly Chunk[],
  controller: TransformStreamDefaultController<StreamEvent>,
): void {
  for (const chunk of chunks) controller.enqueue({ type: 'chunk', chunk })
}

interface LineReader {
  read(line: string): readonly Chunk[]
  /** What the end of a whole body says. */
  end(): readonly Chunk[]
}

interface OpenCall {
  readonly toolName: string
  argsText: string
}

function createLineReader(): LineReader {
  /** Calls whose arguments still grow. */
  const open = new Map<string, OpenCall>()
  const known = new Set<string>()
  let part: { readonly kind: 'text' | 'reasoning'; readonly id: string } | undefined
  let partCount = 0
  let hasStart = false
  let hasEnd = false

  function grow(kind: 'text' | 'reasoning', delta: JsonValue | undefined): Chunk[] {
    if (typeof delta !== 'string') return []
    if (part?.kind === kind) return [{ type: `${kind}-delta`, id: part.id, delta }]
    const before = endPart()
    partCount += 1
    part = { kind, id: `${kind}-${partCount}` }
    const { id } = part
    return [...before, { type: `${kind}-start`, id }, { type: `${kind}-delta`, id, delta }]
  }

  function endPart(): Chunk[] {
    if (!part) return []
    const { kind, id } = part
    part = undefined
    return [{ type: `${kind}-end`, id }]
  }

  function startCall({ toolCallId, toolName }: JsonObject): Chunk[] {
    if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return []
    if (known.has(toolCallId)) return []
    known.add(toolCallId)
    open.set(toolCallId, { toolName, argsText: '' })
    return [...endPart(), { type: 'tool-input-start', toolCallId, toolName }]
  }

  function growCall({ toolCallId, argsTextDelta, isFinal }: JsonObject): Chunk[] {
    if (typeof toolCallId !== 'string' || typeof argsTextDelta !== 'string') return []
    const call = open.get(toolCallId)
    if (!call) return []
    call.argsText += argsTextDelta
    const grown: Chunk[] =
      argsTextDelta === ''
        ? []
        : [{ type: 'tool-input-delta', toolCallId, inputTextDelta: argsTextDelta }]
    return isFinal === true ? [...grown, ...closeCall(toolCallId)] : grown
  }

  /** A call whose arguments are no JSON was cut: it stays as it is. */
  function closeCall(toolCallId: string): Chunk[] {
    const call = open.get(toolCallId)
    const input = call && parseJson(call.argsText === '' ? '{}' : call.argsText)
    open.delete(toolCallId)
    if (!call || input === undefined) return []
    return [{ type: 'tool-input-available', toolCallId, toolName: call.toolName, input }]
  }

  function callTool({ toolCallId, toolName, args }: JsonObject): Chunk[] {
    if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return []
    if (known.has(toolCallId) && !open.has(toolCallId)) return []
    known.add(toolCallId)
    open.delete(toolCallId)
    return [...endPart(), { type: 'tool-input-available', toolCallId, toolName, input: args ?? {} }]
  }

  function answerCall({ toolCallId, result, isError }: JsonObject): Chunk[] {
    if (typeof toolCallId !== 'string' || !known.has(toolCallId)) return []
    const before = [...endPart(), ...closeCall(toolCallId)]
    if (isError !== true) {
      return [...before, { type: 'tool-output-available', toolCallId, output: result ?? null }]
    }
    return [...before, { type: 'tool-output-error', toolCallId, errorText: errorTextOf(result) }]
  }

  const closeCalls = (): Chunk[] => [...open.keys()].flatMap(closeCall)

  function startStep({ messageId }: JsonObject): Chunk[] {
    const start: Chunk[] =
      hasStart || typeof messageId !== 'string' ? [] : [{ type: 'start', messageId }]
    hasStart = true
    return [...start, ...endPart(), { type: 'start-step' }]
  }

  function finish({ finishReason, usage }: JsonObject): Chunk[] {
    if (hasEnd) return []
    const before = [...endPart(), ...closeCalls()]
    hasEnd = true
    const messageMetadata = {
      finishReason: readFinishReason(finishReason),
      usage: decodeUsage(usage),
    }
    return [...before, { type: 'finish', messageMetadata }]
  }

  function fail(text: JsonValue): Chunk[] {
    if (hasEnd) return []
    hasEnd = true
    return [...endPart(), { type: 'error', errorText: errorTextOf(text) }]
  }

  function readObject(code: string, value: JsonObject): Chunk[] {
    switch (code) {
      case 'b':
        return startCall(value)
      case 'c':
        return growCall(value)
      case '9':
        return callTool(value)
      case 'a':
        return answerCall(value)
      case 'f':
        return startStep(value)
      case 'e':
        return [...endPart(), ...closeCalls(), { type: 'finish-step' }]
      case 'd':
        return finish(value)
      case 'h': {
        const { id, title } = value
        const named = typeof title === 'string' && title !== '' ? { title } : {}
        return chunkOf({ type: 'source-url', sourceId: id, url: value['url'], ...named })
      }
      case 'k': {
        const { data, mimeType } = value
        if (typeof data !== 'string' || typeof mimeType !== 'string') return []
        return chunkOf({ type: 'file', url: decodeFile(data, mimeType), mediaType: mimeType })
      }
      case 'aui-text-delta':
        return grow('text', value['textDelta'])
      case 'aui-reasoning-delta':
        return grow('reasoning', value['reasoningDelta'])
      default:
        return []
    }
  }

  const chunkOf = (value: Readonly<Record<string, unknown>>): Chunk[] => {
    const chunk = parseChunk(value)
    return chunk ? [...endPart(), chunk] : []
  }

  function readData(item: JsonValue): Chunk[] {
    const type = isPlainObject(item) ? item['type'] : undefined
    const isOurs = typeof type === 'string' && type.startsWith('data-') && isPlainObject(item)
    return chunkOf(isOurs ? item : { type: 'data-data', data: item })
  }

  return {
    read(line) {
      const colon = line.indexOf(':')
      const value = colon === -1 ? undefined : parseJson(line.slice(colon + 1))
      if (value === undefined) return []
      const code = line.slice(0, colon)
      if (code === '0') return grow('text', value)
      if (code === 'g') return grow('reasoning', value)
      if (code === '3') return fail(value)
      if (isPlainObject(value)) return readObject(code, value)
      if (!Array.isArray(value)) return []
      const items = value as readonly JsonValue[]
      if (code === '2') return items.flatMap(readData)
      if (code !== '8') return []
      return items.flatMap((item) =>
        isPlainObject(item) ? [{ type: 'message-metadata', messageMetadata: item }] : [],
      )
    },
    end: () => (hasEnd ? [] : finish({})),
  }
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function errorTextOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value
  const inner = isPlainObject(value) ? (value['error'] ?? value['message']) : undefined
  return typeof inner === 'string' ? inner : JSON.stringify(value ?? null)
}
