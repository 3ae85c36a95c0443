// @vitest-environment node
import { expect, test } from 'vitest'
import { createFakeStorage } from '../../api/fake-tokens.test-support.ts'
import { CHOSEN_PATHS_MAX, createChosenPaths } from './chosen-paths.ts'

const BASE = 'https://chat.example'
const chosen = (row: string) => ({ row, newest: 'newest' })

test('remembers the choice of each thread over a reload, and forgets one that was taken back', () => {
  const storage = createFakeStorage()
  const open = () => createChosenPaths(BASE, () => storage)
  open().write('one', chosen('a'))
  open().write('two', chosen('b'))

  expect([open().read('one'), open().read('two')]).toEqual([chosen('a'), chosen('b')])
  open().write('one', null)
  expect([open().read('one'), open().read('two')]).toEqual([null, chosen('b')])
  open().remove()
  expect(open().read('two')).toBeNull()
})

test('lets the oldest choice go', () => {
  const storage = createFakeStorage()
  const paths = createChosenPaths(BASE, () => storage)
  for (let count = 0; count < CHOSEN_PATHS_MAX; count += 1) paths.write(`${count}`, chosen('a'))
  expect(paths.read('0')).not.toBeNull()

  paths.write('more', chosen('a'))
  expect(paths.read('0')).toBeNull()
  expect(paths.read('1')).not.toBeNull()
})

test.each(['', '{', '[["one",{"row":1}]]', 'null'])('takes %j for nothing', (text) => {
  const storage = createFakeStorage({ [`alcove:chosen-paths:${BASE}`]: text })
  const paths = createChosenPaths(BASE, () => storage)

  expect(paths.read('one')).toBeNull()
  paths.write('one', chosen('a'))
  expect(paths.read('one')).toEqual(chosen('a'))
})

test('remembers nothing where the browser keeps nothing', () => {
  const paths = createChosenPaths(BASE, undefined)
  paths.write('one', chosen('a'))

  expect(paths.read('one')).toBeNull()
})
