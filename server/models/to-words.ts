import type { Chunk } from '../../shared/wire/chunk.ts'
import { wasThought } from '../../shared/wire/thought-mark.ts'
import { createWholeCharacters, type WholeCharacters } from './well-formed.ts'

export type PartKind = 'text' | 'reasoning'

interface OpenPart {
  readonly kind: PartKind
  readonly theirId: string
  /** Our id: the providers' ids repeat from step to step. */
  readonly id: string
  readonly startedAt: number
  readonly characters: WholeCharacters
  /** Characters so far. */
  length: number
}

/**
 * Texts and reasonings, which arrive in deltas; `before`: time of reasoning before the answer was continued.
 */
export function createWords(now: () => number, before: number) {
  /** Text and reasoning may carry the same id. */
  const open = new Map<string, OpenPart>()
  const key = (kind: PartKind, theirId: string) => `${kind} ${theirId}`
  let partCount = 0
  let reasoningMs = before

  function start(kind: PartKind, theirId: string): Chunk[] {
    partCount += 1
    const id = `${kind}-${partCount}`
    const chunks = end(kind, theirId)
    const characters = createWholeCharacters()
    open.set(key(kind, theirId), { kind, theirId, id, startedAt: now(), characters, length: 0 })
    return [...chunks, { type: `${kind}-start`, id }]
  }

  function grow(kind: PartKind, theirId: string, text: string): Chunk[] {
    const part = open.get(key(kind, theirId))
    return part ? sayWords(part, part.characters.push(text)) : []
  }

  function sayWords(part: OpenPart, delta: string): Chunk[] {
    part.length += delta.length
    return delta === '' ? [] : [{ type: `${part.kind}-delta`, id: part.id, delta }]
  }

  function end(kind: PartKind, theirId: string): Chunk[] {
    const part = open.get(key(kind, theirId))
    if (!part) return []
    open.delete(key(kind, theirId))
    const chunks = sayWords(part, part.characters.end())
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

  const endAll = () => [...open.values()].flatMap(({ kind, theirId }) => end(kind, theirId))

  return { start, grow, end, toThought, endAll }
}
