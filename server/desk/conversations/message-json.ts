import type { DeskMessage, DeskPart } from '../../../shared/desk/conversations.ts'
import type { DeskFix } from '../../../shared/desk/fixes.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { decodeRow } from '../../../shared/thread/decode-row.ts'
import { readMarks, type Message, type MessagePart } from '../../../shared/thread/message.ts'
import type { AnswerFactsRow, ConversationMessages, FixRow, MessageRow } from '../../store/store.ts'
import type { Steps } from '../../steps/in-turns.ts'
import type { Cover } from './cover.ts'
import { toMoney } from './row-json.ts'

/** A conversation's messages for the desk, one in each step. Messages that cannot be read have no parts. */
export function* messagesJson(
  { messages, ratings, facts, withReasons, fixes }: ConversationMessages,
  cover: Cover,
): Steps<DeskMessage[]> {
  const shown = new Set(messages.map(({ id }) => id))
  const rated = new Map(ratings.map((rating) => [rating.messageId, rating]))
  const fixed = Map.groupBy(fixes, ({ messageId }) => messageId)
  const all: DeskMessage[] = []
  for (const row of messages) {
    const message = readMessage(row)
    const rating = rated.get(row.id)
    const known = facts.get(row.id)
    const comment = rating?.comment ?? null
    all.push({
      id: row.id,
      parentId: row.parentId !== null && shown.has(row.parentId) ? row.parentId : null,
      role: roleOf(row),
      at: row.createdAt,
      parts: message ? partsOf(message, cover) : [],
      rating: rating
        ? {
            type: rating.value === 1 ? 'good' : 'bad',
            comment: comment === null ? null : cover.marked(comment),
          }
        : null,
      shared: message ? sharedOf(message, cover) : null,
      facts: known ? factsJson(known, cover, withReasons.has(row.id)) : null,
      fixes: (fixed.get(row.id) ?? []).map(fixJson),
    })
    yield
  }
  return all
}

/** Parts of a message that are shown; a visitor's own message may have many thousands of empty ones. */
export const SHOWN_PARTS_MAX = 2_000

/** Undefined for a row that is not a message. */
export const readMessage = (row: MessageRow): Message | undefined =>
  decodeRow({ ...row, created_at: row.createdAt, content: boundParts(row.content) }, () => {})

function boundParts(row: JsonObject): JsonObject {
  const { content, parts } = row
  return {
    ...row,
    ...(Array.isArray(content) ? { content: content.slice(0, SHOWN_PARTS_MAX) } : {}),
    ...(Array.isArray(parts) ? { parts: parts.slice(0, SHOWN_PARTS_MAX) } : {}),
  }
}

const ROLES: readonly unknown[] = ['user', 'assistant', 'system']

const roleOf = ({ content }: MessageRow): DeskMessage['role'] =>
  ROLES.includes(content['role']) ? (content['role'] as DeskMessage['role']) : 'system'

/** Data that the page around the chat shared with a question. */
function sharedOf({ metadata }: Message, cover: Cover): string | null {
  const { context } = readMarks(metadata.custom)
  return context === undefined ? null : cover.text(JSON.stringify(context))
}

function partsOf(message: Message, cover: Cover): DeskPart[] {
  const files = (message.attachments ?? []).map(({ name, contentType }): DeskPart => ({
    type: 'file',
    name: cover.text(name),
    mediaType: contentType,
  }))
  return [...message.content.flatMap((part) => partOf(part, cover)), ...files]
}

function partOf(part: MessagePart, cover: Cover): DeskPart[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: cover.marked(part.text) }]
    case 'reasoning':
      return [{ type: 'thought', text: cover.marked(part.text) }]
    case 'tool-call': {
      const { toolCallId: id, toolName: name, args, result } = part
      const call = {
        id,
        name,
        args: cover.text(JSON.stringify(args)),
        result: result === undefined ? null : cover.text(textOf(result)),
        isError: part.isError === true || part.state === 'output-error',
      }
      return [{ type: 'tool', call }]
    }
    case 'source': {
      const url = part.sourceType === 'url' && isWebAddress(part.url) ? cover.text(part.url) : null
      const title = part.title ?? (part.sourceType === 'url' ? part.url : part.id)
      return [
        {
          type: 'source',
          title: cover.text(title),
          url,
          text: part.passage === undefined ? null : cover.text(part.passage.text),
        },
      ]
    }
    case 'file':
      return [fileOf(part.filename, part.mimeType, cover)]
    case 'image':
      return [fileOf(part.filename, 'image/*', cover)]
    case 'audio':
      return [fileOf(undefined, `audio/${part.audio.format}`, cover)]
    case 'data':
      return []
    default:
      return part satisfies never
  }
}

/** A fix for the desk. */
export const fixJson = ({ way, mail, beganAt, version }: FixRow): DeskFix => ({
  way,
  by: mail,
  at: beganAt,
  version,
})

/** Visitors may store messages of their own, with links of any scheme. */
const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url)

const fileOf = (name: string | undefined, mediaType: string, cover: Cover): DeskPart => ({
  type: 'file',
  name: cover.text(name ?? ''),
  mediaType,
})

const textOf = (value: JsonValue): string => JSON.stringify(value)

function factsJson(row: AnswerFactsRow, cover: Cover, hasWhy: boolean): DeskMessage['facts'] {
  return {
    assistant: row.assistant,
    model: row.model,
    state: row.state,
    error: row.error === null ? null : cover.text(row.error),
    firstWordMs: row.first_word_ms,
    wholeMs: row.whole_ms,
    inputTokens: row.input_tokens,
    cachedTokens: row.cached_tokens,
    outputTokens: row.output_tokens,
    reasoningTokens: row.reasoning_tokens,
    cost: toMoney(row.cost_micros),
    isUnanswered: row.is_unanswered === 1,
    hasWhy,
  }
}
