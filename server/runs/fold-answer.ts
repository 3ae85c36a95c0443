import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Message } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'

type Words = Extract<Chunk, { type: 'text-delta' | 'reasoning-delta' }>

export interface AnswerFold {
  add(chunk: Chunk): void
  /** The answer as it is now. */
  read(): Message
}

/**
 * Folds an answer for somebody who rarely looks: words that go on where the last ones ended are put
 * together and folded once, when something else comes or somebody reads.
 */
export function foldAnswer(begun: Message): AnswerFold {
  let answer = begun
  let words: { -readonly [Key in keyof Words]: Words[Key] } | undefined

  function takeWords() {
    if (words) answer = applyChunk(answer, words)
    words = undefined
  }

  return {
    add(chunk) {
      if (!isWords(chunk)) {
        takeWords()
        answer = applyChunk(answer, chunk)
      } else if (words?.id === chunk.id && words.type === chunk.type) words.delta += chunk.delta
      else {
        takeWords()
        words = { ...chunk }
      }
    },
    read() {
      takeWords()
      return answer
    },
  }
}

const isWords = (chunk: Chunk): chunk is Words =>
  chunk.type === 'text-delta' || chunk.type === 'reasoning-delta'
