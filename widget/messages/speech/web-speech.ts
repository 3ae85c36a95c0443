import type { SpeechAdapter, SpokenSentence, Utterance, UtteranceStatus } from './speaker.ts'

/** The browser's voices; Safari before 16 has no events of them. */
type Voices = Pick<SpeechSynthesis, 'speak' | 'cancel' | 'getVoices'> &
  Partial<Pick<SpeechSynthesis, 'addEventListener' | 'removeEventListener'>>

/** The used part of `Window`. */
export interface SpeechView {
  readonly speechSynthesis?: Voices
  readonly SpeechSynthesisUtterance?: new (text: string) => SpeechSynthesisUtterance
}

/** A voice takes some 20 seconds for a piece. After this limit a silent voice counts as finished. */
export const SPEECH_STALL_MS = 60_000

/**
 * Calls back once the browser has a voice. Firefox and Chromium load their voices seconds after the first question
 * for them, and a Chromium without any fails to speak. Returns the function that ends the wait.
 */
// No limit: without a voice nothing waits, and nothing offers to read.
export function awaitVoices({ speechSynthesis: voices }: SpeechView, onVoices: () => void) {
  const check = () => {
    if (voices!.getVoices().length === 0) return
    stop()
    onVoices()
  }
  const stop = () => voices?.removeEventListener?.('voiceschanged', check)
  if (voices?.addEventListener) {
    voices.addEventListener('voiceschanged', check)
    check()
  } else if (voices) onVoices()
  return stop
}

/** The adapter of the browser's voices; `null` in a browser without speech. */
export function createWebSpeech(view: SpeechView): SpeechAdapter | null {
  const { speechSynthesis: voices, SpeechSynthesisUtterance: Piece } = view
  if (voices === undefined || Piece === undefined) return null

  return {
    speak(text) {
      const pieces = splitSpeech(text)
      const { utterance, become } = createUtterance(() => voices.cancel())

      function speakNext(): void {
        const next = pieces.shift()
        if (utterance.status.type === 'ended') return
        if (next === undefined) return become({ type: 'ended', reason: 'finished' })
        const { words, sentence } = next
        const piece = new Piece!(words)
        // WebKitGTK ends a piece twice, or ends it and then reports an error: the first event counts.
        const isSettled = new AbortController()
        const once = { signal: isSettled.signal }
        const stall = setTimeout(() => {
          if (utterance.status.type === 'ended') return
          become({ type: 'ended', reason: 'error', error: 'stalled' })
          voices!.cancel()
        }, SPEECH_STALL_MS)
        const settle = () => {
          clearTimeout(stall)
          isSettled.abort()
        }
        const handleEnd = () => {
          settle()
          speakNext()
        }
        const handleError = ({ error }: SpeechSynthesisErrorEvent) => {
          settle()
          // Another tab, or another text, may have taken the voice.
          const isTaken = error === 'canceled' || error === 'interrupted'
          if (isTaken) become({ type: 'ended', reason: 'cancelled' })
          else become({ type: 'ended', reason: 'error', error })
        }
        piece.addEventListener('start', () => become({ type: 'running', sentence }), once)
        piece.addEventListener('end', handleEnd, once)
        piece.addEventListener('error', handleError, once)
        // Limit: SPEECH_STALL_MS, "a voice that never says that it ended is over after its limit, one that did is
        // not".
        voices!.speak(piece)
      }

      // The rest of another text would be spoken first.
      voices.cancel()
      speakNext()
      return utterance
    },
  }
}

/** Some voices fall silent within a longer text and report no end. */
export const SPOKEN_PIECE_MAX_CHARACTERS = 200

/** A piece of text that a voice speaks without a break. */
export interface SpokenPiece {
  readonly words: string
  /** The sentence that contains it. */
  readonly sentence: SpokenSentence
}

/**
 * Splits a text into pieces for a voice: one for each sentence, since not every voice reports its position. A long
 * sentence is split between words.
 */
export function splitSpeech(
  text: string,
  maxCharacters = SPOKEN_PIECE_MAX_CHARACTERS,
): SpokenPiece[] {
  return [...segment(text, 'sentence')].flatMap(({ segment: words, index }) => {
    const sentence = { start: index, end: index + words.length }
    return piecesOf(words, maxCharacters).map((piece) => ({ words: piece, sentence }))
  })
}

function piecesOf(sentence: string, maxCharacters: number): readonly string[] {
  const pieces: string[] = []
  let piece = ''
  for (const part of partsOf(sentence, maxCharacters)) {
    if (piece.length + part.length > maxCharacters && piece !== '') {
      pieces.push(piece)
      piece = ''
    }
    piece += part
  }
  pieces.push(piece)
  return pieces.map((each) => each.trim()).filter((each) => each !== '')
}

function* partsOf(sentence: string, maxCharacters: number): Generator<string> {
  if (sentence.length <= maxCharacters) return yield sentence
  for (const { segment: word } of segment(sentence, 'word')) yield* cut(word, maxCharacters)
}

const segment = (text: string, granularity: 'sentence' | 'word'): Intl.Segments =>
  new Intl.Segmenter(undefined, { granularity }).segment(text)

function* cut(word: string, maxCharacters: number): Generator<string> {
  for (let start = 0; start < word.length; start += maxCharacters) {
    yield word.slice(start, start + maxCharacters)
  }
}

export interface UtteranceControl {
  readonly utterance: Utterance
  /** Ignored once it has ended. */
  become(status: UtteranceStatus): void
}

/** An utterance whose status the caller sets. `onCancel` silences it. */
export function createUtterance(onCancel: () => void): UtteranceControl {
  const listeners = new Set<() => void>()
  let status: UtteranceStatus = { type: 'starting' }

  function become(next: UtteranceStatus): void {
    if (status.type === 'ended') return
    if (status.type === 'running' && next.type === 'running') {
      if (status.sentence === next.sentence) return
    }
    status = next
    // A copy: a listener that unsubscribes here must not make another miss its call.
    for (const listener of Array.from(listeners)) listener()
  }

  return {
    become,
    utterance: {
      get status() {
        return status
      },
      cancel() {
        if (status.type === 'ended') return
        become({ type: 'ended', reason: 'cancelled' })
        onCancel()
      },
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  }
}
