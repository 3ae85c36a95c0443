import { expect, test } from 'vitest'
import type { Identity } from './identity.ts'
import { transition, type NamingEvent, type NamingState } from './naming.ts'

const [first, second] = [{}, {}] as Identity[] as [Identity, Identity]
const run = (...events: readonly NamingEvent[]) =>
  events.reduce<NamingState>((state, event) => transition(state, event)[0], { type: 'settled' })
const named = (asked: Identity | null) => ({ type: 'named', asked }) as const

test('of two credentials the last ones are asked about, and calls are held once', () => {
  expect(transition({ type: 'settled' }, named(first))[1]).toEqual(['hold', 'ask the server'])

  const [state, effects] = transition(run(named(first)), named(second))

  expect(state).toEqual({ type: 'asking', asked: second })
  expect(effects).toEqual(['ask the server'])
})

test('what is covered is uncovered by an answer alone', () => {
  const covered = run(named(first), { type: 'slow' })
  expect(covered.type).toBe('covered')
  expect(run(named(first), { type: 'slow' }, named(second)).type).toBe('covered')
  const refused = run(named(first), { type: 'refused' })
  expect(transition(refused, named(second))[0].type).toBe('covered')

  expect(transition(covered, { type: 'same' })).toEqual([{ type: 'settled' }, ['go on']])
})

test('an answer that comes after a refusal, or after the person left, does nothing', () => {
  const refused = run(named(first), { type: 'refused' })
  for (const type of ['same', 'other', 'slow'] as const) {
    expect(transition(refused, { type })).toEqual([refused, []])
    const settled = run(named(first), { type: 'left' })
    expect(transition(settled, { type })).toEqual([settled, []])
  }
})
