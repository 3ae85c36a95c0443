import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from '../repository-root.ts'
import { isRefused } from '../../e2e/states/screen-state.ts'
import { SCREEN_STATES, slugOf } from '../../e2e/states/state-table.ts'

const COUNT = 56
/** The specification's, and citations (32), which have to be right on a narrow screen too. */
const STARRED = [1, 8, 13, 21, 23, 30, 32, 36, 37, 39, 42, 47, 52, 54]

const numbersOf = (states: typeof SCREEN_STATES) => [...new Set(states.map(({ number }) => number))]

test('the table has the 56 states, each with what brings it about or what refuses it (D26)', () => {
  expect(numbersOf(SCREEN_STATES)).toEqual(Array.from({ length: COUNT }, (_, index) => index + 1))
})

test('the starred states are the ones of the specification, and citations', () => {
  expect(numbersOf(SCREEN_STATES.filter(({ isStarred }) => isStarred))).toEqual(STARRED)
})

test('each view has a separate file', () => {
  const slugs = SCREEN_STATES.map(slugOf)
  expect(new Set(slugs).size).toBe(slugs.length)
})

test('what refuses a state is a decision that is there', () => {
  const pages = SCREEN_STATES.flatMap(({ scene }) => (isRefused(scene) ? [scene.refusedBy] : []))
  expect(pages).not.toEqual([])
  expect(pages.filter((page) => !existsSync(join(REPOSITORY_ROOT, page)))).toEqual([])
})
