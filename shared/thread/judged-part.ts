import { type Chunk } from '../wire/chunk.ts'
import { readJudging } from '../wire/judging-mark.ts'
import type { Message } from './message.ts'

/** The part of a growing answer that the operator's hook has judged. */
export interface JudgedPart {
  /** Called with each chunk, and the answer after it. */
  note(chunk: Chunk, current: () => Message): void
  /** Index of the first part that waits for its judgement; `undefined`: none. */
  read(): number | undefined
}

export function createJudgedPart(): JudgedPart {
  let from: number | undefined
  return {
    note(chunk, current) {
      const isOn = readJudging(chunk)
      if (isOn !== undefined) from = isOn ? current().content.length : undefined
    },
    read: () => from,
  }
}
