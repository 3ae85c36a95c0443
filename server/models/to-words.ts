import type { Chunk } from '../../shared/wire/chunk.ts'
import { wasThought } from '../../shared/wire/thought-mark.ts'
import type { AnswerChunk, MemoryChunk } from './step-memory.ts'
import { createWholeCharacters, type WholeCharacters } from './well-formed.ts'

export type PartKind = 'text' | 'reasoning'

type Metadata = MemoryChunk['metadata']
/** Makes the chunk that tells of a part which its model wants back, with its metadata. */
export type Remember = (
  type: MemoryChunk['part']['type'],
  id: string,
  metadata: Metadata,
) => MemoryChunk

interface OpenPart {
  readonly kind: PartKind
  readonly theirId: string
  /** Our id: the providers' ids repeat from step to step. */
  readonly id: string
  readonly startedAt: number
  readonly characters: WholeCharacters
  /** Characters so far. */
  length: number
  /** The last counts: a signature follows the text that it signs. */
  metadata: Metadata
}

interface WordsPart {
  readonly id: string
  readonly delta?: string
  readonly providerMetadata?: Metadata
}

/**
 * Texts and reasonings, which arrive in deltas; `before`: time of reasoning before the answer was continued.
 * All reasonings are remembered, and texts with metadata.
 */
export function createWords(now: () => number, before: number, remember: Remember) {
  /** Text and reasoning may carry the same id. */
  const open = new Map<string, OpenPart>()
  const key = (kind: PartKind, theirId: string) => `${kind} ${theirId}`
  let partCount = 0
  let reasoningMs = before

  function start(kind: PartKind, { id: theirId, providerMetadata }: WordsPart): AnswerChunk[] {
    partCount += 1
    const id = `${kind}-${partCount}`
    const chunks = end(kind, { id: theirId })
    const facts = { startedAt: now(), characters: createWholeCharacters(), length: 0 }
    open.set(key(kind, theirId), { kind, theirId, id, ...facts, metadata: providerMetadata })
    return [...chunks, { type: `${kind}-start`, id }]
  }

  function grow(kind: PartKind, { id, delta = '', providerMetadata }: WordsPart): Chunk[] {
    const part = open.get(key(kind, id))
    if (!part) return []
    if (providerMetadata) part.metadata = providerMetadata
    return sayWords(part, part.characters.push(delta))
  }

  function sayWords(part: OpenPart, delta: string): Chunk[] {
    part.length += delta.length
    return delta === '' ? [] : [{ type: `${part.kind}-delta`, id: part.id, delta }]
  }

  function end(kind: PartKind, { id, providerMetadata }: WordsPart): AnswerChunk[] {
    const part = open.get(key(kind, id))
    if (!part) return []
    open.delete(key(kind, id))
    const chunks: AnswerChunk[] = sayWords(part, part.characters.end())
    const metadata = providerMetadata ?? part.metadata
    if (kind === 'reasoning' || metadata) chunks.push(remember(kind, part.id, metadata))
    chunks.push({ type: `${kind}-end`, id: part.id })
    if (kind === 'reasoning') chunks.push(tellDuration(part))
    return chunks
  }

  function tellDuration({ startedAt }: OpenPart): Chunk {
    reasoningMs += now() - startedAt
    return { type: 'message-metadata', messageMetadata: { reasoningMs: Math.round(reasoningMs) } }
  }

  /** Readers that do not know thoughts in a text get its end. */
  function toThought(theirId: string): Chunk[] {
    const part = open.get(key('text', theirId))
    if (!part) return []
    open.delete(key('text', theirId))
    const words = sayWords(part, part.characters.end())
    const { id, length } = part
    return [...words, wasThought(id, length), { type: 'text-end', id }, tellDuration(part)]
  }

  const endAll = () => [...open.values()].flatMap(({ kind, theirId }) => end(kind, { id: theirId }))

  return { start, grow, end, toThought, endAll }
}
