import type { JsonObject } from '../json.ts'
import type { Chunk } from './chunk.ts'
import { parseJson, readErrorText, runnerOf } from './data-stream-lines.ts'

/** The tool calls of one data stream: its lines `b`, `c`, `9` and `a` as chunks. */
export interface CallReader {
  start(line: JsonObject): Chunk[]
  grow(line: JsonObject): Chunk[]
  call(line: JsonObject): Chunk[]
  answer(line: JsonObject): Chunk[]
  /** Ends the arguments that still grow. */
  closeAll(): Chunk[]
}

interface OpenCall {
  readonly toolName: string
  argsText: string
}

export function createCallReader(): CallReader {
  /** Calls whose arguments still grow. */
  const open = new Map<string, OpenCall>()
  const known = new Set<string>()

  /** A call whose arguments are no JSON was cut: it stays as it is. */
  function close(toolCallId: string): Chunk[] {
    const call = open.get(toolCallId)
    const input = call && parseJson(call.argsText === '' ? '{}' : call.argsText)
    open.delete(toolCallId)
    if (!call || input === undefined) return []
    return [{ type: 'tool-input-available', toolCallId, toolName: call.toolName, input }]
  }

  return {
    start(line) {
      const { toolCallId, toolName } = line
      if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return []
      if (known.has(toolCallId)) return []
      known.add(toolCallId)
      open.set(toolCallId, { toolName, argsText: '' })
      return [{ type: 'tool-input-start', toolCallId, toolName, ...runnerOf(line) }]
    },
    grow({ toolCallId, argsTextDelta, isFinal }) {
      if (typeof toolCallId !== 'string' || typeof argsTextDelta !== 'string') return []
      const call = open.get(toolCallId)
      if (!call) return []
      call.argsText += argsTextDelta
      const grown: Chunk[] =
        argsTextDelta === ''
          ? []
          : [{ type: 'tool-input-delta', toolCallId, inputTextDelta: argsTextDelta }]
      return isFinal === true ? [...grown, ...close(toolCallId)] : grown
    },
    call(line) {
      const { toolCallId, toolName, args = {} } = line
      if (typeof toolCallId !== 'string' || typeof toolName !== 'string') return []
      if (known.has(toolCallId) && !open.has(toolCallId)) return []
      known.add(toolCallId)
      open.delete(toolCallId)
      const runner = runnerOf(line)
      return [{ type: 'tool-input-available', toolCallId, toolName, input: args, ...runner }]
    },
    answer({ toolCallId, result, isError, artifact }) {
      if (typeof toolCallId !== 'string' || !known.has(toolCallId)) return []
      const shown = artifact === undefined ? {} : { artifact }
      const outcome: Chunk =
        isError === true
          ? { type: 'tool-output-error', toolCallId, errorText: readErrorText(result), ...shown }
          : { type: 'tool-output-available', toolCallId, output: result ?? null, ...shown }
      return [...close(toolCallId), outcome]
    },
    closeAll: () => [...open.keys()].flatMap(close),
  }
}
