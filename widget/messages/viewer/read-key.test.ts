import { expect, test } from 'vitest'
import { readKey } from './read-key.ts'
import { PAN_STEP_PX } from './zoom.ts'

const press = (key: string, held: 'ctrlKey' | 'metaKey' | 'altKey' | null = null) => ({
  key,
  ctrlKey: held === 'ctrlKey',
  metaKey: held === 'metaKey',
  altKey: held === 'altKey',
})

test.each([
  ['+', 1],
  ['=', 1],
  ['-', -1],
  ['0', 0],
])('reads %s as a step of the scale', (key, step) => {
  expect(readKey(press(key), false)).toEqual({ type: 'zoom', step })
  expect(readKey(press(key), true)).toEqual({ type: 'zoom', step })
})

test('walks with arrows while the image is whole, and looks around once it is not', () => {
  expect(readKey(press('ArrowLeft'), false)).toEqual({ type: 'walk', side: 'left' })
  expect(readKey(press('ArrowRight'), false)).toEqual({ type: 'walk', side: 'right' })
  expect(readKey(press('ArrowUp'), false)).toBeNull()
  const by = (key: string) => readKey(press(key), true)
  expect(by('ArrowLeft')).toMatchObject({ type: 'pan', by: { x: PAN_STEP_PX } })
  expect(by('ArrowDown')).toMatchObject({ type: 'pan', by: { y: -PAN_STEP_PX } })
})

test.each(['ctrlKey', 'metaKey', 'altKey'] as const)(
  'leaves keys with %s to the browser',
  (held) => {
    for (const key of ['+', '0', 'ArrowLeft']) expect(readKey(press(key, held), false)).toBeNull()
    expect(readKey(press('Enter'), false)).toBeNull()
  },
)
