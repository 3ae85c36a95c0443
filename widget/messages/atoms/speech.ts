import { atom } from 'jotai/vanilla'
import {
  createSpeaker,
  type Speaker,
  type SpeechAdapter,
  type SpokenSentence,
} from '../speech/speaker.ts'
import { createWebSpeech, type SpeechView } from '../speech/web-speech.ts'

const adapterBaseAtom = atom<SpeechAdapter | null>(null)
const speakerBaseAtom = atom<Speaker | null>(null)
const speakingBaseAtom = atom<string | null>(null)
const spokenBaseAtom = atom<SpokenNow | null>(null)
const failuresBaseAtom = atom(0)

/** The sentence that is read aloud now. */
export interface SpokenNow extends SpokenSentence {
  readonly messageId: string
  /** All that is read aloud. */
  readonly text: string
}

/** Whether anything can speak: the thread's capability `speech`. */
export const canSpeakAtom = atom((get) => get(adapterBaseAtom) !== null)
/** The message that is read aloud now; `null` for none. */
export const speakingIdAtom = atom((get) => get(speakingBaseAtom))
/** What of it is read aloud now; `null` where nobody knows. */
export const spokenNowAtom = atom((get) => get(spokenBaseAtom))
/** Rises when a message could not be read aloud. */
export const speechFailuresAtom = atom((get) => get(failuresBaseAtom))

/** Speaks through something else from now on; `null`: through nothing. */
export const setSpeechAdapterAtom = atom(null, (get, set, adapter: SpeechAdapter | null) => {
  if (get(speakingBaseAtom) !== null) set(stopSpeakingAtom)
  set(adapterBaseAtom, adapter)
  set(speakerBaseAtom, null)
})

/** Speaks with the browser's voices, if it has any and nothing else was set. */
export const takeBrowserVoicesAtom = atom(null, (get, set, view: SpeechView) => {
  if (get(adapterBaseAtom) === null) set(setSpeechAdapterAtom, createWebSpeech(view))
})

const speakerAtom = atom(null, (get, set): Speaker => {
  const known = get(speakerBaseAtom)
  if (known) return known
  const speaker = createSpeaker({
    adapter: get(adapterBaseAtom),
    onChange(messageId) {
      set(speakingBaseAtom, messageId)
      set(spokenBaseAtom, null)
    },
    onSentence(text, sentence) {
      const messageId = get(speakingBaseAtom)
      if (messageId !== null) set(spokenBaseAtom, { messageId, text, ...sentence })
    },
    onFailure: () => set(failuresBaseAtom, (count) => count + 1),
  })
  set(speakerBaseAtom, speaker)
  return speaker
})

/**
 * Reads a message aloud; another one falls silent.
 * @throws AlcoveError `unavailable` with "Speech adapter not configured".
 */
// Limit: SPEECH_STALL_MS, "a voice that never says that it ended is over after its limit, one that did is not".
export const speakAtom = atom(null, (_get, set, messageId: string, text: string) =>
  set(speakerAtom).speak(messageId, text),
)

/** @throws AlcoveError `conflict` with "No message is being spoken". */
export const stopSpeakingAtom = atom(null, (_get, set) => set(speakerAtom).stop())
