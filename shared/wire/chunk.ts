import * as v from 'valibot'
import { isPlainObject } from '../json.ts'
import type { JsonObject, JsonValue } from '../json.ts'

/**
 * A chunk of the AI SDK's UI message stream: the chunks of its version 5, and of later versions the
 * approvals, which our server sends only to a reader that announced itself (`wire.md` 13.16), and those that
 * other servers may send. Objects are loose: a newer server may add fields, and the decoder drops an unknown
 * `type`.
 */
const json = v.custom<JsonValue>((value) => value !== undefined)
const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
const metadata = v.optional(jsonObject)
const text = v.string()
/**
 * The server runs the call, even if the page has a tool of that name. Our server sends it only if both have
 * one.
 */
const providerExecuted = v.optional(v.boolean())
/** From data streams: the tool's data for the screen. Event streams do not have it. */
const artifact = v.optional(json)

const chunkSchemas = {
  start: v.object({
    type: v.literal('start'),
    messageId: v.optional(text),
    messageMetadata: metadata,
  }),
  'start-step': v.object({ type: v.literal('start-step') }),
  'finish-step': v.object({
    type: v.literal('finish-step'),
    /** The usage of the step. Our server does not send it: readers of version 5 refuse unknown keys. */
    usage: metadata,
    /** From data streams; event streams do not have them. */
    finishReason: v.optional(text),
    isContinued: v.optional(v.boolean()),
  }),
  /** Version 7: the step starts anew. Our server sends it where a hook of the operator changed words. */
  'reset-step': v.object({ type: v.literal('reset-step') }),
  'text-start': v.object({ type: v.literal('text-start'), id: text }),
  'text-delta': v.object({ type: v.literal('text-delta'), id: text, delta: text }),
  'text-end': v.object({ type: v.literal('text-end'), id: text }),
  'reasoning-start': v.object({ type: v.literal('reasoning-start'), id: text }),
  'reasoning-delta': v.object({ type: v.literal('reasoning-delta'), id: text, delta: text }),
  'reasoning-end': v.object({ type: v.literal('reasoning-end'), id: text }),
  'tool-input-start': v.object({
    type: v.literal('tool-input-start'),
    toolCallId: text,
    toolName: text,
    providerExecuted,
  }),
  'tool-input-delta': v.object({
    type: v.literal('tool-input-delta'),
    toolCallId: text,
    inputTextDelta: text,
  }),
  'tool-input-available': v.object({
    type: v.literal('tool-input-available'),
    toolCallId: text,
    toolName: text,
    input: json,
    providerExecuted,
    /** May say that a person has to approve the call: `asksFirst`. */
    providerMetadata: metadata,
  }),
  'tool-input-error': v.object({
    type: v.literal('tool-input-error'),
    toolCallId: text,
    toolName: text,
    input: v.optional(json),
    errorText: text,
  }),
  'tool-output-available': v.object({
    type: v.literal('tool-output-available'),
    toolCallId: text,
    output: json,
    artifact,
  }),
  'tool-output-error': v.object({
    type: v.literal('tool-output-error'),
    toolCallId: text,
    errorText: text,
    artifact,
  }),
  'tool-approval-request': v.object({
    type: v.literal('tool-approval-request'),
    approvalId: text,
    toolCallId: text,
  }),
  /** Version 7. */
  'tool-approval-response': v.object({
    type: v.literal('tool-approval-response'),
    approvalId: text,
    approved: v.boolean(),
    reason: v.optional(text),
  }),
  'tool-output-denied': v.object({ type: v.literal('tool-output-denied'), toolCallId: text }),
  'source-url': v.object({
    type: v.literal('source-url'),
    sourceId: text,
    url: text,
    title: v.optional(text),
    /** May hold our passage: `readPassage`. */
    providerMetadata: metadata,
  }),
  'source-document': v.object({
    type: v.literal('source-document'),
    sourceId: text,
    mediaType: text,
    title: text,
    filename: v.optional(text),
    /** May name the page: any provider’s `page`, `pageNumber` or `startPageNumber`. */
    providerMetadata: metadata,
  }),
  file: v.object({ type: v.literal('file'), url: text, mediaType: text }),
  'message-metadata': v.object({
    type: v.literal('message-metadata'),
    messageMetadata: jsonObject,
  }),
  finish: v.object({
    type: v.literal('finish'),
    messageMetadata: metadata,
    /** From other servers: ours puts it into the metadata, since old readers refuse it here. */
    finishReason: v.optional(text),
  }),
  abort: v.object({ type: v.literal('abort') }),
  error: v.object({ type: v.literal('error'), errorText: text }),
} as const

const dataChunkSchema = v.object({
  type: v.custom<`data-${string}`>(
    (value) => typeof value === 'string' && value.startsWith('data-'),
  ),
  id: v.optional(text),
  data: json,
  transient: v.optional(v.boolean()),
})

type ChunkSchemas = typeof chunkSchemas
export type DataChunk = v.InferOutput<typeof dataChunkSchema>
/** Every chunk except `data-*`, distinguished by `type`. */
export type NamedChunk = {
  [Name in keyof ChunkSchemas]: v.InferOutput<ChunkSchemas[Name]>
}[keyof ChunkSchemas]
export type Chunk = NamedChunk | DataChunk

export function isDataChunk(chunk: { readonly type: string }): chunk is DataChunk {
  return chunk.type.startsWith('data-')
}

/** Parses one chunk from another process; `undefined` for an unknown or malformed one. */
export function parseChunk(value: unknown): Chunk | undefined {
  if (typeof value !== 'object' || value === null || !('type' in value)) return undefined
  const { type } = value
  if (typeof type !== 'string') return undefined
  const schema = type.startsWith('data-')
    ? dataChunkSchema
    : Object.hasOwn(chunkSchemas, type)
      ? chunkSchemas[type as keyof ChunkSchemas]
      : undefined
  if (!schema) return undefined
  const parsed = v.safeParse(schema, value)
  return parsed.success ? parsed.output : undefined
}

/** True if a chunk adds something visible; a stop before the first such chunk removes the user's message. */
export function isVisibleChunk(chunk: Chunk): boolean {
  switch (chunk.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return chunk.delta !== ''
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-available':
    case 'tool-input-error':
    case 'tool-output-available':
    case 'tool-output-error':
    case 'tool-approval-request':
    case 'tool-approval-response':
    case 'tool-output-denied':
    case 'source-url':
    case 'source-document':
    case 'file':
      return true
    default:
      return isDataChunk(chunk) && chunk.transient !== true
  }
}

type Finish = Extract<Chunk, { type: 'finish' }>

/**
 * The end of an answer at its maximum of steps, whose model wanted more. Published readers see the reason
 * `tool-calls`; ours can distinguish it from a model that ended with all of its calls done.
 */
export const outOfSteps = (metadata: JsonObject = {}): Finish => ({
  type: 'finish',
  messageMetadata: {
    ...metadata,
    finishReason: 'tool-calls',
    alcove: { isOutOfSteps: true },
  },
})

/** True if an answer ended like {@link outOfSteps}. */
export const isOutOfSteps = (finish: Finish): boolean => marksOf(finish)['isOutOfSteps'] === true

/** Custom metadata of a failed answer: the time from which a retry makes sense (ISO). */
export const RETRY_AT = 'retryAt'
/** Custom metadata of an answer: true if the model has no room for more of this conversation. */
export const CONTEXT_FULL = 'contextFull'
/**
 * Custom metadata of an answer: true if it was to come from the owner's pages, and nothing was found there. The
 * person may be offered another way to an answer.
 */
export const UNANSWERED = 'unanswered'
/** Our own data, which only a reader that announced itself gets. */
export const OWN_DATA_PREFIX = 'data-alcove-'
/**
 * Custom metadata of an answer: the id of the first message that the model was told, if the conversation is
 * longer than that.
 */
export const MEMORY_BEGINS = 'memoryBegins'
/**
 * The first chunk of a cut-off answer that is continued: its next text belongs to the last one. Readers that
 * do not know the chunk start another text, with the same words.
 */
export const goesOn = (): Chunk => ({
  type: 'message-metadata',
  messageMetadata: { alcove: { goesOn: true } },
})

export const isGoingOn = (chunk: Marked): boolean => marksOf(chunk)['goesOn'] === true

export interface Marked {
  readonly messageMetadata?: JsonObject | undefined
}

/** Our own marks in a chunk's metadata. */
export function marksOf({ messageMetadata }: Marked): JsonObject {
  const alcove = messageMetadata?.['alcove']
  return isPlainObject(alcove) ? alcove : {}
}
