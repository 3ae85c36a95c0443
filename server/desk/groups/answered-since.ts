/** A question of a group. */
export interface AskedQuestion {
  /** ISO 8601. */
  readonly at: string
  readonly isUnanswered: boolean
}

/** Answered questions after the newest unanswered one; null: all were answered. */
export function countAnsweredSince(questions: readonly AskedQuestion[]): number | null {
  const unanswered = questions.filter(({ isUnanswered }) => isUnanswered)
  if (unanswered.length === 0) return null
  const last = unanswered.map(({ at }) => at).reduce((one, other) => (one > other ? one : other))
  return questions.filter(({ at, isUnanswered }) => !isUnanswered && at > last).length
}
