import { answerTokens } from './answer-tokens.ts'

const TOKENS_OF_ANSWER = 130

/** Texts of a long thread, alternating questions and answers; the same for each call. */
export function historyTexts(count: number): readonly string[] {
  const answer = answerTokens(TOKENS_OF_ANSWER).join('')
  return Array.from({ length: count }, (_, index) =>
    index % 2 === 0
      ? `Question ${index / 2 + 1}: what comes next?`
      : `${answer}\n\nThat was ${index}.`,
  )
}
