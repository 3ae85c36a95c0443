import * as v from 'valibot'
import { isPlainObject } from '../json.ts'
import type { JsonObject, JsonValue } from '../json.ts'

/**
 * One chunk of the AI SDK's UI message stream: what its version 5 knows, and of later versions the
 * approvals, which our server sends only to a reader that announced itself (`wire.md` 13.16), and
 * what other servers may send. Objects are loose: a newer server may add fields, and an unknown
 * `type` is dropped by the decoder.
 */
const json = v.custom<JsonValue>((value) => value !== undefined)
const jsonObject = v.custom<JsonObject>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)
const metadata = v.optional(jsonObject)
const text = v.string()
/** The server runs the call, whatever tools the page has. Ours says it only where they share a name. */
const providerExecuted = v.optional(v.boolean())
/** Of data streams: what a tool gave for the screen. No event stream says it. */
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
    /** What the step cost. Our server keeps it to itself: readers of version 5 refuse further keys. */
    usage: metadata,
    /** Of data streams; no event stream says them. */
    finishReason: v.optional(text),
    isContinued: v.optional(v.boolean()),
  }),
  /** Version 7's: the step begins anew. Our server never sends it. */
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
  /** Version 7's. */
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
  }),
  file: v.object({ type: v.literal('file'), url: text, mediaType: text }),
  'message-metadata': v.object({
    type: v.literal('message-metadata'),
    messageMetadata: jsonObject,
  }),
  finish: v.object({
    type: v.literal('finish'),
    messageMetadata: metadata,
    /** Other servers': ours puts it into the metadata, since old readers refuse it here. */
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
/** Every chunk but `data-*`; its `type` tells them apart. */
export type NamedChunk = {
  [Name in keyof ChunkSchemas]: v.InferOutput<ChunkSchemas[Name]>
}[keyof ChunkSchemas]
export type Chunk = NamedChunk | DataChunk

export function isDataChunk(chunk: Chunk): chunk is DataChunk {
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

/** Whether a chunk adds something a person can see; a stop before the first such chunk takes the message back. */
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
    case 'file':
      return true
    default:
      return isDataChunk(chunk) && chunk.transient !== true
  }
}

type Finish = Extract<Chunk, { type: 'finish' }>

/**
 * The end of an answer whose model wanted further steps than it may have. Published readers see the
 * reason `tool-calls`; ours tell it from a model that said so with all of its calls done.
 */
export const outOfSteps = (metadata: JsonObject = {}): Finish => ({
  type: 'finish',
  messageMetadata: {
    ...metadata,
    finishReason: 'tool-calls',
    alcove: { isOutOfSteps: true },
  },
})

/** Whether an answer ended like {@link outOfSteps}. */
export function isOutOfSteps({ messageMetadata }: Finish): boolean {
  const alcove = messageMetadata?.['alcove']
  return isPlainObject(alcove) && alcove['isOutOfSteps'] === true
}

/** Of an answer that failed, in its custom metadata: from when on another try makes sense (ISO). */
export const RETRY_AT = 'retryAt'
/** Our own chunk: an answer waits before its model is asked again. No part of the message. */
export const WAIT_TYPE = 'data-alcove-wait'

/** `leftMs`: how long it still takes; 0 when the wait is over. */
export const waitChunk = (leftMs: number): DataChunk => ({
  type: WAIT_TYPE,
  data: { seconds: leftMs / 1000 },
  transient: true,
})

/** The seconds that a wait still takes; `undefined` of any other chunk. */
export function readWait({ type, data }: DataChunk): number | undefined {
  if (type !== WAIT_TYPE || !isPlainObject(data)) return undefined
  const { seconds } = data
  return typeof seconds === 'number' && seconds >= 0 ? seconds : undefined
}

/**
 * The first chunk of an answer that was cut off and whose text goes on: what is said next belongs to its last
 * text. Readers that do not know it begin another text, which says the same.
 */
export const goesOn = (): Chunk => ({
  type: 'message-metadata',
  messageMetadata: { alcove: { goesOn: true } },
})

export function isGoingOn({
  messageMetadata,
}: {
  readonly messageMetadata?: JsonObject | undefined
}): boolean {
  const alcove = messageMetadata?.['alcove']
  return isPlainObject(alcove) && alcove['goesOn'] === true
}
