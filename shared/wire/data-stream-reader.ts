import { isPlainObject, type JsonObject, type JsonValue } from '../json.ts'
import { parseChunk, type Chunk } from './chunk.ts'
import { createCallReader } from './data-stream-calls.ts'
import {
  decodeFile,
  decodeUsage,
  parseJson,
  readErrorText,
  readFinishReason,
  readStepEnd,
} from './data-stream-lines.ts'

export interface LineReader {
  read(line: string): readonly Chunk[]
  /** What the end of a whole body says. */
  end(): readonly Chunk[]
}

/** Codes that mean nothing here: signatures, redacted reasoning, another runtime's state. */
const SILENT = new Set(['i', 'j', 'aui-state'])

/**
 * Lines of a data stream (`wire.md` 2.1) as chunks. `onDrop` hears of codes that nobody knows, and of
 * what stands in the place of a code where a line is none.
 */
export function createLineReader(onDrop: (code: string) => void): LineReader {
  const calls = createCallReader()
  let part: { readonly kind: 'text' | 'reasoning'; readonly id: string } | undefined
  let partCount = 0
  let isContinued = false
  let hasStart = false
  let hasEnd = false

  function grow(kind: 'text' | 'reasoning', delta: JsonValue | undefined): Chunk[] {
    if (typeof delta !== 'string') return []
    const before = part?.kind === kind ? [] : startPart(kind)
    return [...before, { type: `${kind}-delta`, id: part!.id, delta }]
  }

  function startPart(kind: 'text' | 'reasoning'): Chunk[] {
    const before = endPart()
    partCount += 1
    part = { kind, id: `${kind}-${partCount}` }
    return [...before, { type: `${kind}-start`, id: part.id }]
  }

  function endPart(): Chunk[] {
    if (!part) return []
    const { kind, id } = part
    part = undefined
    return [{ type: `${kind}-end`, id }]
  }

  /** A new part ends the text before it; more of a known one does not. */
  function open(chunks: Chunk[]): Chunk[] {
    const first = chunks[0]?.type
    const isNew = first !== undefined && first !== 'tool-input-delta'
    return isNew ? [...endPart(), ...chunks] : chunks
  }

  function startStep({ messageId }: JsonObject): Chunk[] {
    const start: Chunk[] =
      hasStart || typeof messageId !== 'string' ? [] : [{ type: 'start', messageId }]
    hasStart = true
    return [...start, ...(isContinued ? [] : endPart()), { type: 'start-step' }]
  }

  /** The text of a step that is continued goes on in the next one. */
  function finishStep(line: JsonObject): Chunk[] {
    isContinued = line['isContinued'] === true
    const before = isContinued && part?.kind === 'text' ? [] : endPart()
    return [...before, ...calls.closeAll(), readStepEnd(line)]
  }

  function finish({ finishReason, usage }: JsonObject): Chunk[] {
    if (hasEnd) return []
    const before = [...endPart(), ...calls.closeAll()]
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
    return [...endPart(), { type: 'error', errorText: readErrorText(text) }]
  }

  function readObject(code: string, value: JsonObject): Chunk[] {
    switch (code) {
      case 'b':
        return open(calls.start(value))
      case 'c':
        return calls.grow(value)
      case '9':
        return open(calls.call(value))
      case 'a':
        return calls.answer(value)
      case 'f':
        return startStep(value)
      case 'e':
        return finishStep(value)
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
      case 'aui-reasoning-part-start':
        return startPart('reasoning')
      case 'aui-text-delta':
        return grow('text', value['textDelta'])
      case 'aui-reasoning-delta':
        return grow('reasoning', value['reasoningDelta'])
      case 'aui-data':
        if (typeof value['name'] !== 'string') return []
        return chunkOf({ type: `data-${value['name']}`, data: value['data'] })
      default:
        if (!SILENT.has(code)) onDrop(code)
        return []
    }
  }

  function chunkOf(value: Readonly<Record<string, unknown>>): Chunk[] {
    const chunk = parseChunk(value)
    return chunk ? open([chunk]) : []
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
      const code = colon === -1 ? line : line.slice(0, colon)
      if (value === undefined) {
        if (line !== '') onDrop(code)
        return []
      }
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
