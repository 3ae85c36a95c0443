/** Told what becomes of a message that was sent. */
export interface SendReceipt {
  /** The server has it. */
  taken(): void
  /** It does not, and the message left the thread: whoever sent it has it now. */
  refused(error: unknown): void
  /** It was stopped before anything came of it, perhaps after it was taken; its words are in the composer. */
  returned(): void
}
