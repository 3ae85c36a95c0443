import * as v from 'valibot'
import { deskFix } from './fixes.ts'
import { count, markedText, milliseconds, money, time } from './fields.ts'

export const RATINGS = ['good', 'bad', 'none'] as const

/** Each may be given once; several together narrow the list. Times: ISO 8601. */
export const conversationFilters = {
  from: v.optional(v.string()),
  to: v.optional(v.string()),
  assistant: v.optional(v.string()),
  rating: v.optional(v.picklist(RATINGS)),
  /** Language of the questions (BCP 47 without a region). */
  language: v.optional(v.string()),
  /** `unanswered`, `error`, `stopped` or `repeated`. */
  state: v.optional(v.picklist(['unanswered', 'error', 'stopped', 'repeated'])),
  /** Name of a tool that was called. */
  tool: v.optional(v.string()),
  /** Id of a source that was cited. */
  source: v.optional(v.string()),
  /** Address of the page where the person asked, without query and hash. */
  page: v.optional(v.string()),
  /** Words, as a person types them. */
  words: v.optional(v.pipe(v.string(), v.maxLength(2_000))),
}

export const CONVERSATIONS_DEFAULT = 50
export const CONVERSATIONS_MAX = 100
const LIMIT_EXPECTED = `expected a whole number from 1 to ${CONVERSATIONS_MAX}.`

export const conversationQuery = v.object({
  ...conversationFilters,
  limit: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, LIMIT_EXPECTED),
      v.transform(Number),
      v.minValue(1, LIMIT_EXPECTED),
      v.maxValue(CONVERSATIONS_MAX, LIMIT_EXPECTED),
    ),
    String(CONVERSATIONS_DEFAULT),
  ),
  /** `next` of the page before. */
  after: v.optional(v.string()),
  /** `lastAt`, `_` and `id` of a conversation: only newer ones, as a page that is on screen asks again and again. */
  since: v.optional(v.string()),
})

/** True: without masks, for owners of the project. */
export const unmaskedQuery = { unmasked: v.optional(v.picklist(['true', 'false']), 'false') }

export const EXPORT_FORMATS = ['csv', 'jsonl'] as const
export const exportQuery = v.object({
  ...conversationFilters,
  ...unmaskedQuery,
  format: v.picklist(EXPORT_FORMATS),
})

export const conversationRow = v.object({
  id: v.string(),
  project: v.string(),
  /** Masked. */
  title: v.nullable(v.string()),
  /** The first question, or with `words` the place where they were found; masked. */
  snippet: markedText,
  /** Masked name of the user, or null for visitors. */
  user: v.nullable(v.string()),
  startedAt: time,
  lastAt: time,
  answers: count,
  assistants: v.array(v.string()),
  languages: v.array(v.string()),
  good: count,
  bad: count,
  isUnanswered: v.boolean(),
  hasError: v.boolean(),
  cost: money,
  notes: count,
})
export type ConversationRow = v.InferOutput<typeof conversationRow>
export const conversationList = v.object({
  conversations: v.array(conversationRow),
  /** For the next page, which may be the last and empty; null: this is the last. */
  next: v.nullable(v.string()),
  /** True while older texts are not in the index of the search yet: it finds less. */
  isIndexing: v.boolean(),
})

/** Values of each filter in the project, the most frequent first. */
export const filterValues = v.object({
  assistants: v.array(v.string()),
  languages: v.array(v.string()),
  tools: v.array(v.string()),
  sources: v.array(v.object({ id: v.string(), name: v.string() })),
  pages: v.array(v.string()),
})

const toolCall = v.object({
  id: v.string(),
  name: v.string(),
  /** JSON text, masked. */
  args: v.string(),
  /** JSON text, masked; null: there is none. */
  result: v.nullable(v.string()),
  isError: v.boolean(),
})

export const deskPart = v.variant('type', [
  v.object({ type: v.literal('text'), text: markedText }),
  v.object({ type: v.literal('thought'), text: markedText }),
  v.object({ type: v.literal('tool'), call: toolCall }),
  v.object({ type: v.literal('file'), name: v.string(), mediaType: v.string() }),
  v.object({
    type: v.literal('source'),
    title: v.string(),
    url: v.nullable(v.string()),
    text: v.nullable(v.string()),
  }),
])
export type DeskPart = v.InferOutput<typeof deskPart>

export const answerFacts = v.object({
  assistant: v.string(),
  model: v.nullable(v.string()),
  /** `complete`, `stopped`, `error` or `waiting` (for a person or a page). */
  state: v.picklist(['complete', 'stopped', 'error', 'waiting']),
  /** The operator's words about the error. */
  error: v.nullable(v.string()),
  firstWordMs: milliseconds,
  wholeMs: milliseconds,
  inputTokens: v.nullable(count),
  cachedTokens: v.nullable(count),
  outputTokens: v.nullable(count),
  reasoningTokens: v.nullable(count),
  cost: money,
  isUnanswered: v.boolean(),
  /** Whether its prompt or its searches were kept: see `answerWhy`. */
  hasWhy: v.boolean(),
})

export const deskMessage = v.object({
  id: v.string(),
  /** Null: the first message. Several messages of one parent are branches. */
  parentId: v.nullable(v.string()),
  role: v.picklist(['user', 'assistant', 'system']),
  at: time,
  parts: v.array(deskPart),
  rating: v.nullable(
    v.object({ type: v.picklist(['good', 'bad']), comment: v.nullable(markedText) }),
  ),
  /** Data that the page shared with the question, as JSON text, masked; null: none. */
  shared: v.nullable(v.string()),
  /** Answers of this server alone. */
  facts: v.nullable(answerFacts),
  /** Changes of the settings because of it, the oldest first; at most 20. */
  fixes: v.array(deskFix),
})
export type DeskMessage = v.InferOutput<typeof deskMessage>

export const deskNote = v.object({
  id: v.string(),
  /** The message it is about; null: the conversation. */
  messageId: v.nullable(v.string()),
  by: v.string(),
  at: time,
  text: v.string(),
  mayRemove: v.boolean(),
})
export const NOTE_CHARACTERS_MAX = 4_000
export const noteBody = v.strictObject({
  messageId: v.optional(v.nullable(v.string()), null),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(NOTE_CHARACTERS_MAX)),
})

export const conversation = v.object({
  row: conversationRow,
  isMasked: v.boolean(),
  /** Parents before their children; at most 1,000, the newest of longer conversations. */
  messages: v.array(deskMessage),
  isCut: v.boolean(),
  notes: v.array(deskNote),
})
export type Conversation = v.InferOutput<typeof conversation>

/** Why an answer is as it is. */
export const answerWhy = v.object({
  model: v.nullable(v.string()),
  /** Each call of the model, in order. */
  steps: v.array(
    v.object({
      /** The prompt as sent. Texts that an earlier step has sent already are marked as repeated. */
      prompt: v.array(
        v.object({
          role: v.picklist(['system', 'user', 'assistant', 'tool']),
          text: markedText,
          isRepeated: v.boolean(),
        }),
      ),
      tools: v.array(v.string()),
    }),
  ),
  searches: v.array(
    v.object({
      query: v.string(),
      found: v.array(
        v.object({
          pieceId: v.string(),
          title: v.string(),
          url: v.nullable(v.string()),
          headings: v.array(v.string()),
          /** Null: the piece is gone. */
          text: v.nullable(v.string()),
          score: v.number(),
          isAboveFloor: v.boolean(),
          isCited: v.boolean(),
        }),
      ),
    }),
  ),
})
export type AnswerWhy = v.InferOutput<typeof answerWhy>

export const eraseResult = v.object({ conversations: count, files: count })
