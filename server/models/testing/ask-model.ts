import { createUserMessage, type Message } from '../../../shared/thread/message.ts'
import type { Chunk } from '../../../shared/wire/chunk.ts'
import type { ModelClock } from '../model-clock.ts'
import type { Model } from '../model.ts'
import { isHiddenChunk, type AnswerChunk } from '../step-memory.ts'

export const question = (text: string): Message =>
  createUserMessage('q', '2026-01-01T00:00:00.000Z', text)

/** All chunks for readers of the answer to one question. */
export async function askModel(
  model: Model,
  text: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<Chunk[]> {
  const chunks: Chunk[] = []
  for await (const chunk of model.stream({ messages: [question(text)] }, signal)) {
    if (!isHiddenChunk(chunk)) chunks.push(chunk)
  }
  return chunks
}

/** Joins the texts of all parts of a kind. */
export function joinDeltas(
  chunks: readonly AnswerChunk[],
  type: 'text-delta' | 'reasoning-delta',
): string {
  return chunks.map((chunk) => (chunk.type === type ? chunk.delta : '')).join('')
}

export interface InstantClock extends ModelClock {
  /** Every delay so far, in milliseconds. */
  readonly waits: readonly number[]
}

/** A clock whose delays end at once, and still advance its time. */
export function createInstantClock(): InstantClock {
  const waits: number[] = []
  let time = 0
  return {
    waits,
    now: () => time,
    async sleep(ms) {
      waits.push(ms)
      time += ms
    },
  }
}
