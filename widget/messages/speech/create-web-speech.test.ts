import { expect, onTestFinished, test, vi } from 'vitest'
import { createWebSpeech, SPEECH_STALL_MS } from './web-speech.ts'

class FakePiece extends EventTarget {
  readonly text: string
  constructor(text: string) {
    super()
    this.text = text
  }
  tell(type: string, detail: object = {}) {
    this.dispatchEvent(Object.assign(new Event(type), detail))
  }
}

function createVoices() {
  const spoken: FakePiece[] = []
  const world = { spoken, cancels: 0 }
  const adapter = createWebSpeech({
    speechSynthesis: {
      speak: (piece) => void spoken.push(piece as unknown as FakePiece),
      cancel: () => void (world.cancels += 1),
    },
    SpeechSynthesisUtterance: FakePiece as unknown as typeof SpeechSynthesisUtterance,
  })
  return { ...world, world, adapter: adapter! }
}

test('without voices in the browser there is no adapter', () => {
  expect(createWebSpeech({})).toBeNull()
  expect(createVoices().adapter).not.toBeNull()
})

test('speaks piece by piece, and has finished after the last', () => {
  const { adapter, spoken } = createVoices()
  const states: string[] = []
  const utterance = adapter.speak(`${'A'.repeat(150)}. ${'B'.repeat(150)}.`)
  utterance.subscribe(() => states.push(utterance.status.type))
  expect(utterance.status.type).toBe('starting')

  spoken[0]?.tell('start')
  expect(spoken).toHaveLength(1)
  spoken[0]?.tell('end')
  expect(spoken.map(({ text }) => text[0])).toEqual(['A', 'B'])
  spoken[1]?.tell('start')
  spoken[1]?.tell('end')
  expect(states).toEqual(['running', 'running', 'ended'])
  expect(utterance.status).toEqual({ type: 'ended', reason: 'finished' })
})

test('a cancelled text falls silent and says nothing more', () => {
  const { adapter, spoken, world } = createVoices()
  const utterance = adapter.speak(`${'A'.repeat(150)}. ${'B'.repeat(150)}.`)
  const before = world.cancels
  utterance.cancel()
  utterance.cancel()
  expect(world.cancels).toBe(before + 1)
  spoken[0]?.tell('end')
  expect(spoken).toHaveLength(1)
  expect(utterance.status).toEqual({ type: 'ended', reason: 'cancelled' })
})

test.each([
  ['interrupted', { type: 'ended', reason: 'cancelled' }],
  ['canceled', { type: 'ended', reason: 'cancelled' }],
  ['network', { type: 'ended', reason: 'error', error: 'network' }],
])('an error "%s" ends it', (error, status) => {
  const { adapter, spoken } = createVoices()
  const utterance = adapter.speak('Hi.')
  spoken[0]?.tell('error', { error })
  expect(utterance.status).toEqual(status)
})

test('a text without words has finished at once', () => {
  expect(createVoices().adapter.speak(' ').status).toEqual({ type: 'ended', reason: 'finished' })
})

test('a voice that never says that it ended is over after its limit, one that did is not', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { adapter, spoken, world } = createVoices()
  const utterance = adapter.speak(`${'A'.repeat(150)}. ${'B'.repeat(150)}.`)
  const before = world.cancels

  vi.advanceTimersByTime(SPEECH_STALL_MS - 1)
  spoken[0]?.tell('end')
  vi.advanceTimersByTime(SPEECH_STALL_MS - 1)
  expect(utterance.status.type).toBe('starting')
  vi.advanceTimersByTime(1)

  expect(utterance.status).toEqual({ type: 'ended', reason: 'error', error: 'stalled' })
  expect(world.cancels).toBe(before + 1)
})

test('a text that was cancelled silences no other one later', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { adapter, world } = createVoices()
  adapter.speak('A').cancel()
  const before = world.cancels

  vi.advanceTimersByTime(SPEECH_STALL_MS)

  expect(world.cancels).toBe(before)
})
