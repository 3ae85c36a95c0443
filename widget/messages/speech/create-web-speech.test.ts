import { expect, onTestFinished, test, vi } from 'vitest'
import { awaitVoices, createWebSpeech, SPEECH_STALL_MS } from './web-speech.ts'

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
      getVoices: () => [],
    },
    SpeechSynthesisUtterance: FakePiece as unknown as typeof SpeechSynthesisUtterance,
  })
  return { ...world, world, adapter: adapter! }
}

test('without voices in the browser there is no adapter', () => {
  expect(createWebSpeech({})).toBeNull()
  expect(createVoices().adapter).not.toBeNull()
})

/** Voices that arrive later, as in Firefox and Chromium. */
function createLateVoices() {
  const events = new EventTarget()
  const voices: SpeechSynthesisVoice[] = []
  const view = {
    speechSynthesis: Object.assign(events, {
      speak() {},
      cancel() {},
      getVoices: () => voices,
    }),
  }
  return {
    view,
    change(count: number) {
      voices.length = 0
      for (let index = 0; index < count; index += 1) voices.push({} as SpeechSynthesisVoice)
      events.dispatchEvent(new Event('voiceschanged'))
    },
  }
}

test('voices are there as soon as the browser has loaded one, and once', () => {
  const { view, change } = createLateVoices()
  const onVoices = vi.fn()
  awaitVoices(view, onVoices)
  change(0)
  expect(onVoices).not.toHaveBeenCalled()

  change(1)
  change(2)
  expect(onVoices).toHaveBeenCalledTimes(1)

  const later = vi.fn()
  awaitVoices(view, later)
  expect(later).toHaveBeenCalledTimes(1)
})

test('a wait for voices that has ended calls nothing back', () => {
  const { view, change } = createLateVoices()
  const onVoices = vi.fn()
  awaitVoices(view, onVoices)()

  change(1)

  expect(onVoices).not.toHaveBeenCalled()
})

test('a browser that tells nothing of its voices is taken to have some, one without speech has none', () => {
  const onVoices = vi.fn()
  awaitVoices({}, onVoices)
  expect(onVoices).not.toHaveBeenCalled()

  awaitVoices({ speechSynthesis: { speak() {}, cancel() {}, getVoices: () => [] } }, onVoices)
  expect(onVoices).toHaveBeenCalledTimes(1)
})

test.each([
  ['ends twice', ['end', 'end']],
  ['ends and then reports an error', ['end', 'error']],
])('a piece that %s is followed by one other piece', (_, events) => {
  const { adapter, spoken } = createVoices()
  const utterance = adapter.speak(`${'A'.repeat(150)}. ${'B'.repeat(150)}. ${'C'.repeat(150)}.`)
  for (const event of events) spoken[0]?.tell(event, { error: 'canceled' })

  expect(spoken.map(({ text }) => text[0])).toEqual(['A', 'B'])
  expect(utterance.status.type).toBe('starting')
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
