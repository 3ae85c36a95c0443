import type { UnreadReason } from './document.ts'

/** Thrown for a document that cannot be read; the message is a sentence for the owner. */
export class UnreadError extends Error {
  readonly reason: UnreadReason

  constructor(reason: UnreadReason, sentence: string) {
    super(sentence)
    this.name = 'UnreadError'
    this.reason = reason
  }
}
