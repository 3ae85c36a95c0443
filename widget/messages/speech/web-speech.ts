import type { SpeechAdapter, Utterance, UtteranceStatus } from './speaker.ts'

/** What is used of the browser. */
export interface SpeechView {
  readonly speechSynthesis?: Pick<SpeechSynthesis, 'speak' | 'cancel'>
  readonly SpeechSynthesisUtterance?: new (text: string) => SpeechSynthesisUtterance
}

/** The browser's own voices; `null` where it has none. */
export function createWebSpeech(view: SpeechView): SpeechAdapter | null {
  const { speechSynthesis: voices, SpeechSynthesisUtterance: Piece } = view
  if (voices === undefined || Piece === undefined) return null

  return {
    speak(text) {
      const pieces = splitSpeech(text)
      const { utterance, become } = createUtterance(() => voices.cancel())

      function speakNext(): void {
        const words = pieces.shift()
        if (utterance.status.type === 'ended') return
        if (words === undefined) return become({ type: 'ended', reason: 'finished' })
        const piece = new Piece!(words)
        piece.addEventListener('start', () => become({ type: 'running' }))
        piece.addEventListener('end', speakNext)
        piece.addEventListener('error', ({ error }) => {
          // Another tab, or another text, may take the voice.
          const isTaken = error === 'canceled' || error === 'interrupted'
          if (isTaken) become({ type: 'ended', reason: 'cancelled' })
          else become({ type: 'ended', reason: 'error', error })
        })
        voices!.speak(piece)
      }

      // What is left of another text would be spoken first.
      voices.cancel()
      speakNext()
      return utterance
    },
  }
}

/** Some voices fall silent within a longer text and never say that they ended. */
export const SPOKEN_PIECE_MAX_CHARACTERS = 200

/** A text in pieces for a voice: whole sentences while they fit, else whole words. */
export function splitSpeech(text: string, maxCharacters = SPOKEN_PIECE_MAX_CHARACTERS): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const part of partsOf(text, maxCharacters)) {
    if (piece.length + part.length > maxCharacters && piece !== '') {
      pieces.push(piece)
      piece = ''
    }
    piece += part
  }
  pieces.push(piece)
  return pieces.map((each) => each.trim()).filter((each) => each !== '')
}

function* partsOf(text: string, maxCharacters: number): Generator<string> {
  for (const { segment: sentence } of new Intl.Segmenter(undefined, {
    granularity: 'sentence',
  }).segment(text)) {
    if (sentence.length <= maxCharacters) {
      yield sentence
      continue
    }
    for (const { segment: word } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(
      sentence,
    )) {
      yield* cut(word, maxCharacters)
    }
  }
}

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

/** An utterance whose states somebody else knows. `onCancel` silences it. */
export function createUtterance(onCancel: () => void): UtteranceControl {
  const listeners = new Set<() => void>()
  let status: UtteranceStatus = { type: 'starting' }

  function become(next: UtteranceStatus): void {
    if (status.type === 'ended' || (status.type === next.type && next.type === 'running')) return
    status = next
    // One that leaves here must not cost another its turn.
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
