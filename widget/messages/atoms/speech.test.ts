import { createStore } from 'jotai/vanilla'
import { expect, test } from 'vitest'
import type { SpeechAdapter } from '../speech/speaker.ts'
import { createUtterance, type UtteranceControl } from '../speech/web-speech.ts'
import {
  canSpeakAtom,
  setSpeechAdapterAtom,
  speakAtom,
  speakingIdAtom,
  speechFailuresAtom,
  stopSpeakingAtom,
  takeBrowserVoicesAtom,
} from './speech.ts'

function createVoice() {
  const spoken: { text: string; control: UtteranceControl; cancels: number }[] = []
  const adapter: SpeechAdapter = {
    speak(text) {
      const entry = {
        text,
        cancels: 0,
        control: createUtterance(() => void (entry.cancels += 1)),
      }
      spoken.push(entry)
      return entry.control.utterance
    },
  }
  const store = createStore()
  store.set(setSpeechAdapterAtom, adapter)
  return { store, spoken }
}

test('without an adapter nothing can be spoken, and the error says so (7.49, 8.31)', () => {
  const store = createStore()
  expect(store.get(canSpeakAtom)).toBe(false)
  expect(() => store.set(speakAtom, 'a', 'Hi')).toThrow('Speech adapter not configured')
  store.set(takeBrowserVoicesAtom, {})
  expect(store.get(canSpeakAtom)).toBe(false)

  expect(createVoice().store.get(canSpeakAtom)).toBe(true)
})

test('speaks one message at a time (4.48, 4.49)', () => {
  const { store, spoken } = createVoice()
  store.set(speakAtom, 'a', 'First')
  expect(store.get(speakingIdAtom)).toBe('a')

  store.set(speakAtom, 'b', 'Second')
  expect(store.get(speakingIdAtom)).toBe('b')
  expect(spoken.map(({ text, cancels }) => [text, cancels])).toEqual([
    ['First', 1],
    ['Second', 0],
  ])
  expect(store.get(speechFailuresAtom)).toBe(0)
})

test('is silent again when a text ends by itself', () => {
  const { store, spoken } = createVoice()
  store.set(speakAtom, 'a', 'First')
  spoken[0]?.control.become({ type: 'running' })
  expect(store.get(speakingIdAtom)).toBe('a')
  spoken[0]?.control.become({ type: 'ended', reason: 'finished' })
  expect(store.get(speakingIdAtom)).toBeNull()
})

test('stops, and refuses to stop without a spoken message (8.32)', () => {
  const { store, spoken } = createVoice()
  expect(() => store.set(stopSpeakingAtom)).toThrow('No message is being spoken')
  store.set(speakAtom, 'a', 'First')
  store.set(stopSpeakingAtom)
  expect(spoken[0]?.cancels).toBe(1)
  expect(store.get(speakingIdAtom)).toBeNull()
  expect(() => store.set(stopSpeakingAtom)).toThrow('No message is being spoken')
})

test('counts what failed, and nothing that was stopped', () => {
  const { store, spoken } = createVoice()
  store.set(speakAtom, 'a', 'First')
  store.set(stopSpeakingAtom)
  expect(store.get(speechFailuresAtom)).toBe(0)
  store.set(speakAtom, 'a', 'Again')
  spoken[1]?.control.become({ type: 'ended', reason: 'error', error: 'network' })
  expect(store.get(speechFailuresAtom)).toBe(1)
  expect(store.get(speakingIdAtom)).toBeNull()
})

test('falls silent when another voice takes over', () => {
  const { store, spoken } = createVoice()
  store.set(speakAtom, 'a', 'First')
  store.set(setSpeechAdapterAtom, null)
  expect(spoken[0]?.cancels).toBe(1)
  expect(store.get(speakingIdAtom)).toBeNull()
})
