import type { JsonValue } from '../../shared/json.ts'
import type { Message } from '../../shared/thread/message.ts'
import { isDataChunk, type Chunk } from '../../shared/wire/chunk.ts'
import type { AmountOf } from '../limits/limit-table.ts'
import { MESSAGE_CONTENT_MAX_BYTES } from '../../shared/wire/messages.ts'
import { isScriptSource } from '../../shared/thread/source-chunks.ts'
import { encodeAnswer } from './read-history.ts'

/** Bytes of a stored answer that are reserved for its status, steps and metadata. */
export const CONTENT_RESERVE_BYTES = 32_768
export const CONTENT_MAX_BYTES = MESSAGE_CONTENT_MAX_BYTES - CONTENT_RESERVE_BYTES
/** Size of a part besides its text. */
const PART_BYTES = 256

export const TOO_MUCH_TEXTS = {
  args: 'The model called a tool with more than this server takes. Try again.',
  result: 'The tool’s result is too large to be kept.',
} as const

export interface AnswerLimits {
  /** Maximum of text and reasoning of one answer, in UTF-8. */
  readonly answerBytes: number
  /** Maximum of the arguments of one tool call, as JSON text in UTF-8. */
  readonly toolArgsBytes: number
  /** Maximum of one tool's result, as JSON text in UTF-8. */
  readonly toolResultBytes: number
  /** Maximum of the stored answer, as JSON text in UTF-8. */
  readonly contentBytes?: number
}

export const answerLimits = (amountOf: AmountOf): AnswerLimits => ({
  answerBytes: amountOf('answerBytes'),
  toolArgsBytes: amountOf('toolArgsBytes'),
  toolResultBytes: amountOf('toolResultBytes'),
})

/** Returns the part of a chunk that fits into the answer, as chunks; after the last one always nothing. */
export type AnswerLimit = (chunk: Chunk) => readonly Chunk[]

/** Ends a model's answer with the reason `length` at the limit of an answer, and at the limit of a row. */
export function createAnswerLimit(limits: AnswerLimits): AnswerLimit {
  const space = createAnswerSpace(limits)
  const open = new Map<string, 'text' | 'reasoning'>()
  let hasEnded = false

  const end = (...last: readonly Chunk[]): readonly Chunk[] => {
    hasEnded = true
    return last
  }
  const endEarly = (): readonly Chunk[] =>
    end(
      ...[...open].map(([id, kind]): Chunk => ({ type: `${kind}-end`, id })),
      { type: 'finish-step' },
      { type: 'finish', messageMetadata: { finishReason: 'length' } },
    )

  return (chunk) => {
    if (hasEnded) return []
    switch (chunk.type) {
      case 'start-step':
        space.mark()
        break
      case 'reset-step':
        space.giveBack()
        open.clear()
        break
      case 'text-start':
      case 'reasoning-start':
        if (!space.take(PART_BYTES)) return endEarly()
        open.set(chunk.id, chunk.type === 'text-start' ? 'text' : 'reasoning')
        break
      case 'text-end':
      case 'reasoning-end':
        open.delete(chunk.id)
        break
      case 'text-delta':
      case 'reasoning-delta': {
        const delta = space.takeWords(chunk.delta)
        if (delta === chunk.delta) break
        return delta === '' ? endEarly() : [{ ...chunk, delta }, ...endEarly()]
      }
      case 'tool-input-start':
        if (!space.take(PART_BYTES)) return endEarly()
        space.growArgs(chunk.toolCallId, 0)
        break
      case 'tool-input-delta':
        if (space.growArgs(chunk.toolCallId, jsonBytes(chunk.inputTextDelta))) break
        return end({ type: 'error', errorText: TOO_MUCH_TEXTS.args })
      case 'tool-input-available':
      case 'tool-input-error':
        if (chunk.input === undefined || space.growToInput(chunk.toolCallId, chunk.input)) break
        return end({ type: 'error', errorText: TOO_MUCH_TEXTS.args })
      case 'tool-output-available': {
        const bytes = jsonBytes(chunk.output)
        if (bytes <= limits.toolResultBytes && space.take(bytes)) break
        const { toolCallId } = chunk
        return [{ type: 'tool-output-error', toolCallId, errorText: TOO_MUCH_TEXTS.result }]
      }
      case 'tool-output-error':
        if (space.take(jsonBytes(chunk.errorText))) break
        return [{ ...chunk, errorText: TOO_MUCH_TEXTS.result }]
      case 'tool-approval-response': {
        const { reason, ...decision } = chunk
        if (reason === undefined || space.take(jsonBytes(reason))) break
        // The decision is kept, even if its text is not.
        return [decision]
      }
      case 'source-url':
      case 'source-document':
        // A missing source does not change the answer.
        if (isScriptSource(chunk) || !space.take(jsonBytes(chunk) + PART_BYTES)) return []
        break
      default:
        // `data-…` chunks that do not fit are left out; transient ones are not stored, so they take no space.
        if (!isDataChunk(chunk) || chunk.transient === true) break
        if (!space.take(jsonBytes(chunk) + PART_BYTES)) return []
    }
    return [chunk]
  }
}

/** Remaining bytes of an answer. */
function createAnswerSpace({
  answerBytes,
  toolArgsBytes,
  contentBytes = CONTENT_MAX_BYTES,
}: AnswerLimits) {
  const argsBytes = new Map<string, number>()
  let textLeft = answerBytes
  let contentLeft = contentBytes

  let marked = { textLeft, contentLeft }

  /** Marks the beginning of a step. */
  function mark() {
    marked = { textLeft, contentLeft }
  }

  /** Gives back what the step has taken, which is void. */
  function giveBack() {
    argsBytes.clear()
    textLeft = marked.textLeft
    contentLeft = marked.contentLeft
  }

  /** Takes so many bytes of the row; false if they do not fit. */
  function take(bytes: number): boolean {
    if (bytes > contentLeft) return false
    contentLeft -= bytes
    return true
  }

  /** The part of a text that fits. */
  function takeWords(delta: string): string {
    const [bytes, content] = [Buffer.byteLength(delta), jsonBytes(delta)]
    if (bytes > textLeft || content > contentLeft) return cut(delta, textLeft, contentLeft)
    textLeft -= bytes
    contentLeft -= content
    return delta
  }

  function growArgs(toolCallId: string, bytes: number): boolean {
    const total = (argsBytes.get(toolCallId) ?? 0) + bytes
    argsBytes.set(toolCallId, total)
    return total <= toolArgsBytes && take(bytes)
  }

  /** Complete arguments may be longer than the deltas before them. */
  function growToInput(toolCallId: string, input: JsonValue): boolean {
    if (!argsBytes.has(toolCallId) && !take(PART_BYTES)) return false
    const more = jsonBytes(input) - (argsBytes.get(toolCallId) ?? 0)
    return growArgs(toolCallId, Math.max(0, more))
  }

  return { mark, giveBack, take, takeWords, growArgs, growToInput }
}

/** Characters that JSON writes as they are, in a byte each: nearly every delta of a text. */
const PLAIN = /^[ !#-[\]-~]*$/

/** Without the quotation marks of a string; those count with the part. */
function jsonBytes(value: unknown): number {
  if (typeof value === 'string' && PLAIN.test(value)) return value.length
  return Buffer.byteLength(JSON.stringify(value)) - (typeof value === 'string' ? 2 : 0)
}

/** As many whole characters as fit both limits. */
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

/** Remaining limits of a continued answer; the limits apply to the whole answer. */
export function limitsLeft(limits: AnswerLimits, answer: Message): AnswerLimits {
  const texts = answer.content.map((part) =>
    part.type === 'text' || part.type === 'reasoning' ? part.text : '',
  )
  const { contentBytes = CONTENT_MAX_BYTES } = limits
  return {
    ...limits,
    answerBytes: Math.max(0, limits.answerBytes - Buffer.byteLength(texts.join(''))),
    contentBytes: Math.max(0, contentBytes - countBytes(answer)),
  }
}

const countBytes = (answer: Message): number =>
  Buffer.byteLength(JSON.stringify(encodeAnswer(answer).content['content']))
