/** How speaking goes; an utterance ends once. */
export type UtteranceStatus =
  | { readonly type: 'starting' }
  | { readonly type: 'running' }
  | {
      readonly type: 'ended'
      readonly reason: 'finished' | 'cancelled' | 'error'
      readonly error?: unknown
    }

/** A text that is being spoken. */
export interface Utterance {
  readonly status: UtteranceStatus
  /** Ends it; does nothing when it has ended. */
  cancel(): void
  /** Tells of every new status. Returns the way back. */
  subscribe(listener: () => void): () => void
}

/** What can speak: the browser's voices, or a service of the operator's. */
export interface SpeechAdapter {
  /** Begins to speak a text without markup. */
  speak(text: string): Utterance
}
