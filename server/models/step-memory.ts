import type { SharedV4ProviderMetadata } from '@ai-sdk/provider'
import * as v from 'valibot'
import { isPlainObject } from '../../shared/json.ts'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import { lacksResult } from '../../shared/thread/call-state.ts'
import type { Message, MessagePart } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { parseKnowledgeChunk, type KnowledgeChunk, type KnowledgeUse } from './search-memory.ts'

/**
 * Providers sign or encrypt what a model thought, and refuse the next call of a conversation without it. Such
 * data of a step is kept beside its message, and only the model that wrote it gets it back
 * (`docs/decisions/0104-what-only-the-provider-reads.md`).
 */

/** A provider's own data about a part: signatures, encrypted thoughts, names of its items. */
const metadata = v.optional(v.custom<SharedV4ProviderMetadata>(isPlainObject))

const chunkSchema = v.object({
  type: v.literal('step-memory'),
  model: v.string(),
  /** Id of an open text or reasoning in the stream, or of a call. */
  part: v.object({ type: v.picklist(['text', 'reasoning', 'tool-call']), id: v.string() }),
  metadata,
})

/**
 * Tells which part of an answer its model wants back. Stored with the answer's chunks; no reader gets it, which
 * its type ensures: streams are encoded from chunks alone. Precedes the end of its text or reasoning, and its
 * call.
 */
export type MemoryChunk = v.InferOutput<typeof chunkSchema>

/** A chunk that no reader gets. */
export type HiddenChunk = MemoryChunk | KnowledgeChunk

/** A chunk of an answer on this server. */
export type AnswerChunk = Chunk | HiddenChunk

export const isHiddenChunk = (chunk: AnswerChunk): chunk is HiddenChunk =>
  chunk.type === 'step-memory' || chunk.type === 'knowledge-use'

const place = v.pipe(v.number(), v.integer(), v.minValue(0))

/** Texts and arguments are in the message; `at` is the index of a part there. */
const partSchema = v.variant('type', [
  v.object({ type: v.literal('text'), at: place, metadata }),
  v.object({
    type: v.literal('reasoning'),
    at: place,
    /** Present if the message has no such part, since nothing of it is visible; it stood before `at`. */
    text: v.optional(v.string()),
    metadata,
  }),
  v.object({ type: v.literal('tool-call'), toolCallId: v.string(), metadata }),
])

const stepSchema = v.object({
  /** As logs name it, for example `openai/gpt-5`. */
  model: v.string(),
  /** The step's parts in its message: from this index to the one before `to`; without `to`, to the end. */
  from: place,
  to: v.optional(place),
  parts: v.array(partSchema),
})

/** The parts of a step that only its model reads, in their order. */
export type StepMemory = v.InferOutput<typeof stepSchema>
export type RememberedPart = StepMemory['parts'][number]

/** A message on this server; its memory never leaves it. */
export interface MessageWithMemory extends Message {
  /** Steps without such parts are absent. */
  readonly memory?: readonly StepMemory[]
  /** Searches in the owner's pages, in order. */
  readonly uses?: readonly KnowledgeUse[]
}

/** Parses a stored chunk; `undefined` for any other. */
export function parseHiddenChunk(value: unknown): HiddenChunk | undefined {
  const parsed = v.safeParse(chunkSchema, value)
  return parsed.success ? parsed.output : parseKnowledgeChunk(value)
}

/** As `applyChunk`, for the chunks of this server. */
export function applyAnswerChunk(
  message: MessageWithMemory,
  chunk: AnswerChunk,
): MessageWithMemory {
  if (chunk.type === 'step-memory') return remember(message, chunk)
  if (chunk.type === 'knowledge-use') {
    return { ...message, uses: [...(message.uses ?? []), chunk.use] }
  }
  const next = applyChunk(message, chunk)
  // The parts that follow replace those of the step.
  if (chunk.type === 'reset-step') return forgetStep(next)
  return chunk.type === 'start-step' || chunk.type === 'finish-step' ? closeStep(next) : next
}

function remember(message: MessageWithMemory, chunk: MemoryChunk): MessageWithMemory {
  const part = toRemembered(message, chunk)
  if (!part) return message
  const { memory = [] } = message
  const last = memory.at(-1)
  if (last && last.to === undefined) {
    const grown = { ...last, parts: [...last.parts, part] }
    return { ...message, memory: memory.with(-1, grown) }
  }
  const step = { model: chunk.model, from: startOfStep(message), parts: [part] }
  return { ...message, memory: [...memory, step] }
}

function toRemembered(
  { content }: Message,
  { part: { type, id }, metadata: known }: MemoryChunk,
): RememberedPart | undefined {
  const rest = known ? { metadata: known } : {}
  if (type === 'tool-call') return { type, toolCallId: id, ...rest }
  const at = content.findLastIndex((part) => part.type === type && part.streamId === id)
  return at === -1 ? undefined : { type, at, ...rest }
}

function startOfStep({ content, metadata: { steps } }: Message): number {
  const step = steps?.at(-1)
  const first = step?.state === 'started' ? step.firstPart : undefined
  return first ?? content.length
}

function closeStep(message: MessageWithMemory): MessageWithMemory {
  const { memory = [], content } = message
  const last = memory.at(-1)
  if (!last || last.to !== undefined) return message
  return { ...message, memory: memory.with(-1, { ...last, to: content.length }) }
}

const isOpen = ({ to }: StepMemory): boolean => to === undefined

function forgetStep(message: MessageWithMemory): MessageWithMemory {
  const { memory = [] } = message
  return memory.some(isOpen)
    ? { ...message, memory: memory.filter((step) => !isOpen(step)) }
    : message
}

/** The message with its first parts, and the memory of whole steps among them. Default: all parts. */
export function firstParts(
  message: MessageWithMemory,
  count = message.content.length,
): MessageWithMemory {
  const { content, memory } = message
  if (count >= content.length) return message
  const kept = memory?.filter(({ to = content.length }) => to <= count)
  return { ...message, content: content.slice(0, count), ...(kept && { memory: kept }) }
}

/** The message with only these parts. Its memory follows, and keeps the texts of removed reasonings. */
export function filterParts(
  message: MessageWithMemory,
  isKept: (part: MessagePart) => boolean,
): MessageWithMemory {
  const { content, memory } = message
  const kept = content.filter(isKept)
  if (!memory || kept.length === content.length) return { ...message, content: kept }
  /** Number of kept parts before each place. */
  const before = [0]
  for (const part of content) before.push(before.at(-1)! + (isKept(part) ? 1 : 0))
  const move = (at: number) => before[Math.min(at, content.length)]!

  function movePart(part: RememberedPart): RememberedPart | [] {
    if (part.type === 'tool-call') return part
    const moved = { ...part, at: move(part.at) }
    const old = content[part.at]
    if (moved.type === 'reasoning' && moved.text !== undefined) return moved
    if (!old || isKept(old)) return moved
    return moved.type === 'reasoning' && old.type === 'reasoning'
      ? { ...moved, text: old.text }
      : []
  }

  const steps = memory.map((step) => ({
    ...step,
    from: move(step.from),
    ...(step.to === undefined ? {} : { to: move(step.to) }),
    parts: step.parts.flatMap(movePart),
  }))
  return { ...message, content: kept, memory: steps }
}

/** Maximum of the memory of one message, as JSON text in UTF-8, besides the step that waits. */
export const STEP_MEMORY_MAX_BYTES = 262_144

/**
 * The memory as JSON text; undefined if there is none. Beyond {@link STEP_MEMORY_MAX_BYTES} whole steps are
 * forgotten, the oldest first, and never one with a call that waits: its model would refuse to go on.
 */
export function encodeMemory(message: MessageWithMemory): string | undefined {
  let steps = message.memory ?? []
  for (const step of steps) {
    if (Buffer.byteLength(toText(steps)) <= STEP_MEMORY_MAX_BYTES) break
    if (!waits(message, step)) steps = steps.filter((each) => each !== step)
  }
  return steps.length === 0 ? undefined : toText(steps)
}

const waits = ({ content, status }: Message, { from, to }: StepMemory): boolean =>
  status?.type === 'requires-action' &&
  content.slice(from, to).some((part) => part.type === 'tool-call' && lacksResult(part))

const toText = (steps: readonly StepMemory[]): string => JSON.stringify({ steps })

/** Bytes that its memory adds to a message for its model. */
export const memoryBytes = ({ memory = [] }: MessageWithMemory): number =>
  memory.length === 0 ? 0 : Buffer.byteLength(toText(memory))

const storedSchema = v.pipe(v.string(), v.parseJson(), v.object({ steps: v.array(stepSchema) }))

/** The message with its stored memory; without it, if there is none, or if it is damaged. */
export function withMemory(message: Message, stored: string | undefined): MessageWithMemory {
  const parsed = v.safeParse(storedSchema, stored)
  return parsed.success ? { ...message, memory: parsed.output.steps } : message
}
