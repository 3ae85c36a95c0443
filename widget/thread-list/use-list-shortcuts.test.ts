import { expect, test } from 'vitest'
import { decideListShortcut } from './use-list-shortcuts.tsx'

const press = (key: string, code: string, held: string) =>
  decideListShortcut({
    key,
    code,
    ctrlKey: held.includes('ctrl'),
    metaKey: held.includes('meta'),
    shiftKey: held.includes('shift'),
    altKey: held.includes('alt'),
  })

test.each([
  ['L', 'KeyL', 'ctrl shift', 'list'],
  ['l', 'KeyL', 'meta shift', 'list'],
  ['O', 'KeyO', 'ctrl shift', 'new'],
  ['Д', 'KeyL', 'ctrl shift', 'list'],
  // On another layout the letter counts, not its position.
  ['L', 'KeyP', 'ctrl shift', 'list'],
  ['N', 'KeyL', 'ctrl shift', null],
  ['l', 'KeyL', 'ctrl', null],
  ['L', 'KeyL', 'shift', null],
  ['L', 'KeyL', '', null],
  ['L', 'KeyL', 'ctrl shift alt', null],
  ['L', 'KeyL', 'ctrl meta shift', null],
])('%s (%s) with "%s" held is %s', (key, code, held, shortcut) => {
  expect(press(key, code, held)).toBe(shortcut)
})
