/** What the parts of an answer know of the whole. */
export interface AnswerState {
  /** It still grows. */
  readonly isRunning: boolean
  /** It is the last message and waits for somebody's decision. */
  readonly isWaiting: boolean
  /** It grew before the reader's eyes, so what comes of it is news. */
  readonly isLive: boolean
}
