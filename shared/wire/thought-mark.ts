import { isPlainObject } from '../json.ts'
import { marksOf, type Chunk, type Marked } from './chunk.ts'

/** A text, or its end, that was a thought. */
export interface Thought {
  /** The text's id in the stream. */
  readonly id: string
  /** Number of its last characters that were the thought. */
  readonly length: number
}

/**
 * Says that a text so far was a thought, and ends it: some models' thoughts can be told from their words only at
 * their end. Readers that do not know the chunk keep the words as text.
 */
export const wasThought = (id: string, length: number): Chunk => ({
  type: 'message-metadata',
  messageMetadata: { alcove: { wasThought: { id, length } } },
})

/** The thought that a chunk reports; `undefined` for any other chunk. */
export function readThought(chunk: Marked): Thought | undefined {
  const told = marksOf(chunk)['wasThought']
  if (!isPlainObject(told)) return undefined
  const { id, length } = told
  return typeof id === 'string' && typeof length === 'number' && length > 0
    ? { id, length }
    : undefined
}
