import { createUtterance } from './create-utterance.ts'
import type { SpeechAdapter } from './speech-adapter.ts'
import { splitSpeech } from './split-speech.ts'

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
