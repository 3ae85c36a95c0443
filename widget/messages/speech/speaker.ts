import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'

/** State of speaking; an utterance ends once. */
export type UtteranceStatus =
  | { readonly type: 'starting' }
  | {
      readonly type: 'running'
      /** Position of the current sentence in the text, if known. */
      readonly sentence?: SpokenSentence
    }
  | {
      readonly type: 'ended'
      readonly reason: 'finished' | 'cancelled' | 'error'
      readonly error?: unknown
    }

export interface SpokenSentence {
  readonly start: number
  /** Index behind its last character. */
  readonly end: number
}

/** A text that is being spoken. */
export interface Utterance {
  readonly status: UtteranceStatus
  /** Stops it. Does nothing after its end. */
  cancel(): void
  /** Calls `listener` on every new status. Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** A voice: the browser's, or a service of the operator's. */
export interface SpeechAdapter {
  /** Starts to speak a text without markup. */
  speak(text: string): Utterance
}

export interface SpeakerSettings {
  readonly adapter: SpeechAdapter | null
  /** The message that is spoken now, or `null`. */
  readonly onChange: (messageId: string | null) => void
  /** The sentence that is being spoken. */
  readonly onSentence: (text: string, sentence: SpokenSentence) => void
  /** Speech failed. Stopping a text is not a failure. */
  readonly onFailure: (error: unknown) => void
}

/** Speaks one message at a time. */
export interface Speaker {
  /** Stops another spoken message. @throws AlcoveError `unavailable` with "Speech adapter not configured". */
  speak(messageId: string, text: string): void
  /** @throws AlcoveError `conflict` with "No message is being spoken". */
  stop(): void
}

export function createSpeaker({
  adapter,
  onChange,
  onSentence,
  onFailure,
}: SpeakerSettings): Speaker {
  let current: { readonly utterance: Utterance; readonly leave: () => void } | null = null

  function silence(): void {
    const before = current
    current = null
    before?.leave()
    before?.utterance.cancel()
  }

  return {
    speak(messageId, text) {
      if (!adapter) throw new AlcoveError('unavailable', THREAD_TEXTS.speechNotConfigured)
      silence()
      // Limit: SPEECH_STALL_MS of the voice.
      const utterance = adapter.speak(text)
      const leave = utterance.subscribe(follow)
      current = { utterance, leave }
      onChange(messageId)
      follow()

      function follow(): void {
        const { status } = utterance
        if (current?.utterance !== utterance) return
        if (status.type === 'running' && status.sentence) onSentence(text, status.sentence)
        if (status.type !== 'ended') return
        leave()
        current = null
        onChange(null)
        if (status.reason === 'error') onFailure(status.error)
      }
    },
    stop() {
      if (!current) throw new AlcoveError('conflict', THREAD_TEXTS.nothingSpoken)
      silence()
      onChange(null)
    },
  }
}
