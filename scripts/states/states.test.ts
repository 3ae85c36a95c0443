import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { drawStates, STATES_FILE, TABLES } from './main.ts'

test('the drawn tables are those of the code', () => {
  expect(readFileSync(join(REPOSITORY_ROOT, STATES_FILE), 'utf8')).toBe(drawStates())
})

test.each(TABLES)('each state and each event of $title is drawn', (table) => {
  const { states, start, end, events, ask } = table
  const asked = states.flatMap((state) =>
    events.map((event) => ({ state, event, answer: ask(state, event) })),
  )
  const drawn = asked.filter(({ answer }) => answer !== null)
  expect(new Set(drawn.map(({ state }) => state))).toEqual(
    new Set(states.filter((state) => state !== end)),
  )
  expect(new Set(drawn.map(({ event }) => event))).toEqual(new Set(events))
  expect(new Set(drawn.map(({ answer }) => answer?.next))).toEqual(
    new Set(states.filter((state) => state !== start)),
  )
})
