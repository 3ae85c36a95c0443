import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { createGrowingText } from '../models/growing-text.ts'
import {
  applyAnswerChunk,
  type AnswerChunk,
  type MessageWithMemory,
} from '../models/step-memory.ts'

type Words = Extract<Chunk, { type: 'text-delta' | 'reasoning-delta' }>

export interface AnswerFold {
  add(chunk: AnswerChunk): void
  /** The answer so far. */
  read(): MessageWithMemory
}

/**
 * Folds an answer that is rarely read: consecutive words are joined and folded once, when another chunk
 * arrives or the answer is read.
 */
export function foldAnswer(begun: MessageWithMemory): AnswerFold {
  let answer = begun
  /** The part to which all of `text` belongs. */
  let words: Words | undefined
  const text = createGrowingText()

  function takeWords() {
    if (words) answer = applyChunk(answer, { ...words, delta: text.take() })
    words = undefined
  }

  return {
    add(chunk) {
      if (!isWords(chunk)) {
        takeWords()
        answer = applyAnswerChunk(answer, chunk)
        return
      }
      if (words?.id !== chunk.id || words.type !== chunk.type) takeWords()
      words ??= chunk
      text.add(chunk.delta)
    },
    read() {
      takeWords()
      return answer
    },
  }
}

const isWords = (chunk: AnswerChunk): chunk is Words =>
  chunk.type === 'text-delta' || chunk.type === 'reasoning-delta'
