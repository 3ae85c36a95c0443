import { expect, test } from 'vitest'
import type { EditPlace } from './edit-place.ts'
import { editText, freshOf, oldText, placeInFresh, restOf, type FreshText } from './fresh-text.ts'

/** Edits a text as a field does; `at` and `to` are the selection before. */
function edit(before: FreshText, at: number, to: number, put: string, isPutBack = false) {
  const text = before.text.slice(0, at) + put + before.text.slice(to)
  const place: EditPlace = { start: at, behind: before.text.length - to, isPutBack }
  return editText(before, text, place)
}
const type = (before: FreshText, at: number, keys: string) =>
  [...keys].reduce((text, key, index) => edit(text, at + index, at + index, key), before)

test('tells what was typed in the middle of an old text', () => {
  const text = type(oldText('old  words'), 4, 'new')

  expect(text.text).toBe('old new words')
  expect(freshOf(text)).toBe('new')
  expect(restOf(text)).toBe('old  words')
})

test('tells typing at several places in the order of the text', () => {
  const text = type(type(oldText('one two'), 7, ' end'), 0, 'begin ')

  expect(text.text).toBe('begin one two end')
  expect(freshOf(text)).toBe('begin  end')
  expect(placeInFresh(text, 6)).toBe(6)
  expect(placeInFresh(text, 10)).toBe(6)
})

test('forgets what was typed and removed again, and removing old words adds none', () => {
  const typed = type(oldText('old'), 3, ' abc')

  expect(freshOf(edit(typed, 5, 7, ''))).toBe(' a')
  expect(freshOf(edit(typed, 0, 3, ''))).toBe(' abc')
  expect(freshOf(edit(typed, 1, 6, ''))).toBe('c')
})

test('all that stands in the place of a selection is new, also where it begins alike', () => {
  expect(freshOf(edit(oldText('say hello'), 4, 9, 'help'))).toBe('help')
  // Control: texts alone do not show the position.
  expect(freshOf(editText(oldText('say hello'), 'say help'))).toBe('p')
})

test('keeps the order of what is pasted before something that looks like it', () => {
  expect(freshOf(edit(oldText('xabc'), 1, 1, 'abz'))).toBe('abz')
})

test('old words that come back by Undo or by dragging stay old; typed ones stay new', () => {
  const removed = edit(oldText('the old secret'), 4, 14, '')
  expect(freshOf(edit(removed, 4, 4, 'old secret', true))).toBe('')
  // Control: the same words, typed.
  expect(freshOf(edit(removed, 4, 4, 'old secret'))).toBe('old secret')

  const undone = edit(type(removed, 4, 'new'), 4, 7, '')
  expect(freshOf(edit(undone, 4, 4, 'new', true))).toBe('new')
})

test('random edits: what is new and what is old never mix', () => {
  let seed = 1
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let round = 0; round < 300; round += 1) {
    // Old letters are small; new ones are capitals of the same few letters.
    let text = oldText(Array.from({ length: random(30) }, () => 'abc'[random(3)]).join(''))
    for (let step = 0; step < 30; step += 1) {
      const at = random(text.text.length + 1)
      const to = Math.min(text.text.length, at + (random(3) === 0 ? random(6) : 0))
      const put = Array.from({ length: random(4) }, () => 'ABC'[random(3)]).join('')
      text = edit(text, at, to, put)
    }
    expect(freshOf(text)).toBe(text.text.replaceAll(/[abc]/g, ''))
    expect(restOf(text)).toBe(text.text.replaceAll(/[ABC]/g, ''))
  }
})
