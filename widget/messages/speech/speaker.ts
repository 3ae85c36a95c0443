import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'

/** How speaking goes; an utterance ends once. */
export type UtteranceStatus =
  | { readonly type: 'starting' }
  | {
      readonly type: 'running'
      /** Where in the text the sentence stands that is spoken now, if that is known. */
      readonly sentence?: SpokenSentence
    }
  | {
      readonly type: 'ended'
      readonly reason: 'finished' | 'cancelled' | 'error'
      readonly error?: unknown
    }

export interface SpokenSentence {
  readonly start: number
  /** The first character behind it. */
  readonly end: number
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

export interface SpeakerSettings {
  readonly adapter: SpeechAdapter | null
  /** The message that is spoken now, or `null`. */
  readonly onChange: (messageId: string | null) => void
  /** What of its text is spoken now. */
  readonly onSentence: (text: string, sentence: SpokenSentence) => void
  /** Speaking failed; a text that was stopped is no failure. */
  readonly onFailure: (error: unknown) => void
}

/** Speaks one message at a time. */
export interface Speaker {
  /**
   * Another message that is spoken falls silent.
   * @throws AlcoveError `unavailable` with "Speech adapter not configured".
   */
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
