import { expect, test } from 'vitest'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { beginRun, INTERRUPTED_TEXT, takesMore, transition } from './transitions.ts'
import type { RunEvent, RunState } from './transitions.ts'

const WORDS: Chunk = { type: 'text-delta', id: 'text', delta: 'There.' }
const FINISH: Chunk = { type: 'finish', messageMetadata: { finishReason: 'stop' } }
const REMOVED = [{ id: 'row', externalId: 'm' }]

/** The state after all these events, and their effects in order. */
function play(begin: RunState, ...events: readonly RunEvent[]) {
  let state = begin
  const effects = events.flatMap((event) => {
    const [next, done] = transition(state, event)
    state = next
    return done
  })
  return { state, effects, kinds: effects.map(({ type }) => type) }
}

const chunk = (each: Chunk): RunEvent => ({ type: 'chunk', chunk: each })

test('tells once that there is something to see', () => {
  const events = [chunk({ type: 'start-step' }), chunk(WORDS), chunk(WORDS)]

  expect(play(beginRun(false), ...events).kinds).toEqual(['take', 'take', 'content', 'take'])
  expect(play(beginRun(true), ...events).kinds).toEqual(['take', 'take', 'take'])
})

test('a stop takes the message back until there is something to see', () => {
  const before = play(beginRun(false), { type: 'stop' }, { type: 'taken back', removed: REMOVED })
  const after = play(beginRun(false), chunk(WORDS), { type: 'stop' }, { type: 'saved' })

  expect(before.kinds).toEqual(['abort', 'take back', 'close'])
  expect(before.effects.at(-1)).toEqual({
    type: 'close',
    last: { type: 'abort' },
    removed: REMOVED,
  })
  expect(after.kinds).toEqual(['take', 'content', 'abort', 'save', 'close'])
  expect(after.effects.at(-1)).toEqual({ type: 'close', last: { type: 'abort' }, removed: [] })
})

test('nothing is taken after the last word, which counts when the stream is over', () => {
  const { state, kinds } = play(beginRun(true), chunk(FINISH), chunk(WORDS))

  expect(kinds).toEqual([])
  expect(takesMore(state)).toBe(false)
  expect(transition(state, { type: 'over' })[0]).toEqual({ type: 'saving', last: FINISH })
  expect(transition(state, { type: 'stop' })[0]).toEqual({
    type: 'saving',
    last: { type: 'abort' },
  })
})

test('a model that ends without a last word was cut off', () => {
  expect(play(beginRun(true), { type: 'over' }).state).toEqual({
    type: 'saving',
    last: { type: 'error', errorText: INTERRUPTED_TEXT },
  })
})

test.each<RunEvent['type']>(['over', 'stop', 'interrupt', 'forget'])(
  'whoever comes after the first end changes nothing: %s',
  (type) => {
    const late = { type } as RunEvent
    for (const first of ['over', 'stop', 'interrupt', 'forget'] as const) {
      for (const begin of [beginRun(false), beginRun(true)]) {
        const { state } = play(begin, { type: first })

        expect(takesMore(state)).toBe(false)
        expect(transition(state, late)).toEqual([state, []])
        expect(transition(state, chunk(WORDS))).toEqual([state, []])
      }
    }
  },
)

test('readers are told of no answer that its row does not hold', () => {
  const saving = play(beginRun(true), chunk(FINISH), { type: 'over' }).state

  expect(transition(saving, { type: 'superseded' })[1]).toEqual([
    { type: 'close', last: { type: 'error', errorText: INTERRUPTED_TEXT }, removed: [] },
  ])
  expect(transition(saving, { type: 'failed', error: 'full' })[1]).toEqual([
    { type: 'report', error: 'full' },
    {
      type: 'close',
      last: { type: 'error', errorText: 'The answer could not be saved. Try again.' },
      removed: [],
    },
  ])
})
