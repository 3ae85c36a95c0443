/** Time, passed in so that tests own it. */
export interface Clock {
  /** Milliseconds since 1970; jumps when somebody sets the computer's clock. */
  now(): number
  /** Milliseconds since some start; never jumps. */
  uptime(): number
  /** Calls `task` once after `delayMs`; returns how to cancel it. */
  after(delayMs: number, task: () => void): () => void
}
