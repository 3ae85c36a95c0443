import { atom } from 'jotai/vanilla'
import {
  createSpeaker,
  type Speaker,
  type SpeechAdapter,
  type SpokenSentence,
} from '../speech/speaker.ts'
import { awaitVoices, createWebSpeech, type SpeechView } from '../speech/web-speech.ts'

const adapterBaseAtom = atom<SpeechAdapter | null>(null)
const speakerBaseAtom = atom<Speaker | null>(null)
const speakingBaseAtom = atom<string | null>(null)
const spokenBaseAtom = atom<SpokenNow | null>(null)
const failuresBaseAtom = atom(0)

/** The sentence that is being spoken. */
export interface SpokenNow extends SpokenSentence {
  readonly messageId: string
  /** The whole text that is being spoken. */
  readonly text: string
}

/** True if speech is available: the thread's capability `speech`. */
export const canSpeakAtom = atom((get) => get(adapterBaseAtom) !== null)
/** The message that is being spoken; `null`: none. */
export const speakingIdAtom = atom((get) => get(speakingBaseAtom))
/** The sentence that is being spoken; `null` if unknown. */
export const spokenNowAtom = atom((get) => get(spokenBaseAtom))
/** Counts failures of speech. */
export const speechFailuresAtom = atom((get) => get(failuresBaseAtom))

/** Sets the speech adapter; `null` disables speech. */
export const setSpeechAdapterAtom = atom(null, (get, set, adapter: SpeechAdapter | null) => {
  if (get(speakingBaseAtom) !== null) set(stopSpeakingAtom)
  set(adapterBaseAtom, adapter)
  set(speakerBaseAtom, null)
})

/**
 * Uses the browser's voices as soon as it has any, unless an adapter is set. Returns the function that ends the
 * wait for them.
 */
export const takeBrowserVoicesAtom = atom(null, (get, set, view: SpeechView) =>
  awaitVoices(view, () => {
    if (get(adapterBaseAtom) === null) set(setSpeechAdapterAtom, createWebSpeech(view))
  }),
)

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
 * Reads a message aloud and stops the previous one. @throws AlcoveError `unavailable` with "Speech adapter not
 * configured".
 */
// Limit: SPEECH_STALL_MS, "a voice that never says that it ended is over after its limit, one that did is not".
export const speakAtom = atom(null, (_get, set, messageId: string, text: string) =>
  set(speakerAtom).speak(messageId, text),
)

/** @throws AlcoveError `conflict` with "No message is being spoken". */
export const stopSpeakingAtom = atom(null, (_get, set) => set(speakerAtom).stop())
