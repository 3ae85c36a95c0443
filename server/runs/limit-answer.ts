import type { JsonValue } from '../../shared/json.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { MESSAGE_CONTENT_MAX_BYTES } from '../../shared/wire/messages.ts'

/** Kept of a stored answer for its status, steps and metadata. */
export const CONTENT_RESERVE_BYTES = 32_768
export const CONTENT_MAX_BYTES = MESSAGE_CONTENT_MAX_BYTES - CONTENT_RESERVE_BYTES
/** What a part costs besides its words. */
const PART_BYTES = 256

export const TOO_MUCH_TEXTS = {
  args: 'The model called a tool with more than this server takes. Try again.',
  result: 'The tool’s result is too large to be kept.',
} as const

export interface AnswerLimits {
  /** Text and reasoning of one answer, UTF-8. */
  readonly answerBytes: number
  /** Arguments of one tool call, as JSON text in UTF-8. */
  readonly toolArgsBytes: number
  /** One tool's result, the same. */
  readonly toolResultBytes: number
  /** Everything that is kept of one answer, as JSON text in UTF-8. */
  readonly contentBytes?: number
}

/**
 * A model's answer, ended with the reason `length` where it would become longer than an answer may
 * be, and never more than a row can hold.
 */
export async function* limitAnswer(
  chunks: Iterable<Chunk> | AsyncIterable<Chunk>,
  limits: AnswerLimits,
): AsyncGenerator<Chunk, void, undefined> {
  const { contentBytes = CONTENT_MAX_BYTES } = limits
  const open = new Map<string, 'text' | 'reasoning'>()
  const argsBytes = new Map<string, number>()
  let textLeft = limits.answerBytes
  let contentLeft = contentBytes

  const take = (bytes: number): boolean => {
    if (bytes > contentLeft) return false
    contentLeft -= bytes
    return true
  }
  function* endEarly(): Generator<Chunk, void, undefined> {
    for (const [id, kind] of open) yield { type: `${kind}-end`, id }
    yield { type: 'finish-step' }
    yield { type: 'finish', messageMetadata: { finishReason: 'length' } }
  }
  const growArgs = (toolCallId: string, bytes: number): boolean => {
    const total = (argsBytes.get(toolCallId) ?? 0) + bytes
    argsBytes.set(toolCallId, total)
    return total <= limits.toolArgsBytes && take(bytes)
  }

  /** Whole arguments may be more than the pieces that came before them said. */
  const growToInput = (toolCallId: string, input: JsonValue): boolean => {
    if (!argsBytes.has(toolCallId) && !take(PART_BYTES)) return false
    const more = jsonBytes(input) - (argsBytes.get(toolCallId) ?? 0)
    return growArgs(toolCallId, Math.max(0, more))
  }

  for await (const chunk of chunks) {
    switch (chunk.type) {
      case 'text-start':
      case 'reasoning-start':
        if (!take(PART_BYTES)) return yield* endEarly()
        open.set(chunk.id, chunk.type === 'text-start' ? 'text' : 'reasoning')
        break
      case 'text-end':
      case 'reasoning-end':
        open.delete(chunk.id)
        break
      case 'text-delta':
      case 'reasoning-delta': {
        const delta = cut(chunk.delta, textLeft, contentLeft)
        textLeft -= Buffer.byteLength(delta)
        contentLeft -= jsonBytes(delta)
        if (delta === chunk.delta) break
        if (delta !== '') yield { ...chunk, delta }
        return yield* endEarly()
      }
      case 'tool-input-start':
        if (!take(PART_BYTES)) return yield* endEarly()
        growArgs(chunk.toolCallId, 0)
        break
      case 'tool-input-delta':
        if (growArgs(chunk.toolCallId, jsonBytes(chunk.inputTextDelta))) break
        return yield { type: 'error', errorText: TOO_MUCH_TEXTS.args }
      case 'tool-input-available':
      case 'tool-input-error':
        if (chunk.input === undefined || growToInput(chunk.toolCallId, chunk.input)) break
        return yield { type: 'error', errorText: TOO_MUCH_TEXTS.args }
      case 'tool-output-available': {
        const bytes = jsonBytes(chunk.output)
        if (bytes <= limits.toolResultBytes && take(bytes)) break
        const { toolCallId } = chunk
        yield { type: 'tool-output-error', toolCallId, errorText: TOO_MUCH_TEXTS.result }
        continue
      }
      case 'tool-output-error':
        if (take(jsonBytes(chunk.errorText))) break
        yield { ...chunk, errorText: TOO_MUCH_TEXTS.result }
        continue
      case 'tool-approval-response': {
        const { reason, ...decision } = chunk
        if (reason === undefined || take(jsonBytes(reason))) break
        // What was decided counts, whatever was said to it.
        yield decision
        continue
      }
      case 'source-url':
        // One source less changes no answer.
        if (!take(jsonBytes(chunk.url) + jsonBytes(chunk.title ?? '') + PART_BYTES)) continue
        break
      default:
    }
    yield chunk
  }
}

/** Without the quotation marks of a string; those are a part's own. */
function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) - (typeof value === 'string' ? 2 : 0)
}

/** As many whole characters as fit both ways. */
function cut(text: string, textBytes: number, contentBytes: number): string {
  if (Buffer.byteLength(text) <= textBytes && jsonBytes(text) <= contentBytes) return text
  let [bytes, content, length] = [0, 0, 0]
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    content += jsonBytes(character)
    if (bytes > textBytes || content > contentBytes) break
    length += character.length
  }
  return text.slice(0, length)
}
