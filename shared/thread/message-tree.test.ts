import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUserMessage } from './message.ts'
import { createMessageTree } from './message-tree.ts'

const message = (id: string) => createUserMessage(id, '2026-01-02T03:04:05.006Z', id)
const ids = (tree: ReturnType<typeof createMessageTree>) => tree.path().map(({ id }) => id)

test('follows the head while messages are added to it', () => {
  const tree = createMessageTree()
  tree.addOrUpdate(null, message('a'))
  tree.addOrUpdate('a', message('b'))

  expect(ids(tree)).toEqual(['a', 'b'])
})

test('keeps the shown path when a sibling is added, and shows it on switching (3.39, 3.40)', () => {
  const tree = createMessageTree()
  tree.addOrUpdate(null, message('a'))
  tree.addOrUpdate('a', message('b1'))
  tree.addOrUpdate('a', message('b2'))
  expect(ids(tree)).toEqual(['a', 'b1'])
  expect(tree.branches('b1')).toEqual(['b1', 'b2'])

  expect(tree.switchTo('b2')).toBe(true)

  expect(ids(tree)).toEqual(['a', 'b2'])
})

test('comes back to the leaf that was shown in a branch', () => {
  const tree = createMessageTree()
  tree.addOrUpdate(null, message('a'))
  tree.addOrUpdate('a', message('b1'))
  tree.addOrUpdate('b1', message('c1'))
  tree.addOrUpdate('a', message('b2'))
  tree.switchTo('b2')

  tree.switchTo('b1')

  expect(ids(tree)).toEqual(['a', 'b1', 'c1'])
})

test('shows a new answer beside the old one from the shared parent on', () => {
  const tree = createMessageTree()
  tree.addOrUpdate(null, message('a'))
  tree.addOrUpdate('a', message('b1'))
  tree.setHead('a')
  tree.addOrUpdate('a', message('b2'))

  expect(ids(tree)).toEqual(['a', 'b2'])
  expect(tree.branches('b2')).toEqual(['b1', 'b2'])
})

test('moves the children of a deleted message to its parent', () => {
  const tree = createMessageTree()
  tree.addOrUpdate(null, message('a'))
  tree.addOrUpdate('a', message('b'))
  tree.addOrUpdate('b', message('c'))

  tree.delete('b')

  expect(ids(tree)).toEqual(['a', 'c'])
  expect(tree.parentOf('c')).toBe('a')
})

test('falls back to the sibling when the shown leaf is deleted', () => {
  const tree = createMessageTree()
  tree.addOrUpdate(null, message('a'))
  tree.addOrUpdate('a', message('b1'))
  tree.addOrUpdate('a', message('b2'))

  tree.delete('b1')

  expect(ids(tree)).toEqual(['a', 'b2'])
})

test('ends at the parent when the only leaf is deleted', () => {
  const tree = createMessageTree()
  tree.addOrUpdate(null, message('a'))
  tree.addOrUpdate('a', message('b'))

  tree.delete('b')
  expect(ids(tree)).toEqual(['a'])

  tree.delete('a')
  expect(ids(tree)).toEqual([])
  expect(tree.headId).toBe(null)
})

test('refuses an unknown parent and a circle', () => {
  const tree = createMessageTree()
  tree.addOrUpdate(null, message('a'))
  tree.addOrUpdate('a', message('b'))

  expect(tree.addOrUpdate('nobody', message('c'))).toBe(false)
  expect(tree.addOrUpdate('b', message('a'))).toBe(false)
  expect(tree.addOrUpdate(null, message('b'))).toBe(true)
})

test('reads an export with a duplicate id once, and shows the head that it names', () => {
  const tree = createMessageTree({
    headId: 'b',
    messages: [
      { message: message('a'), parentId: null },
      { message: message('b'), parentId: 'a' },
      { message: message('c'), parentId: 'b' },
      { message: message('a'), parentId: 'c' },
    ],
  })

  expect(ids(tree)).toEqual(['a', 'b'])
  expect(tree.get('c')).toBeDefined()
})

test('exports what it imports, for any tree', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(8), { minLength: 1, maxLength: 20 }), (parents) => {
      const messages = parents.map((pick, index) => ({
        message: message(`m${index}`),
        parentId: index === 0 || pick === 0 ? null : `m${(pick - 1) % index}`,
      }))
      const tree = createMessageTree({ headId: messages.at(-1)!.message.id, messages })

      const again = createMessageTree(tree.export())

      expect(ids(again)).toEqual(ids(tree))
      expect(again.export()).toEqual(tree.export())
      for (const { message: each, parentId } of messages) {
        expect(again.parentOf(each.id)).toBe(parentId)
        expect(again.branches(each.id).toSorted()).toEqual(tree.branches(each.id).toSorted())
      }
    }),
  )
})

test('shows nothing of what waits for its parent, and all of it once that is there', () => {
  const tree = createMessageTree()
  tree.addOrUpdate(null, message('a'))

  expect(tree.hold('b', message('c'))).toBe(false)
  expect(tree.hold('c', message('d'))).toBe(true)
  expect(ids(tree)).toEqual(['a'])
  expect(tree.branches('a')).toEqual(['a'])
  expect(tree.held).toEqual([{ message: message('c'), parentId: 'b' }])
  expect(tree.parentOf('c')).toBe('b')

  tree.addOrUpdate('a', message('b'))
  expect(tree.held).toEqual([])
  expect(tree.switchTo('b')).toBe(true)
  expect(ids(tree)).toEqual(['a', 'b', 'c', 'd'])
})

test('begins the path where the known messages do, and goes on as older ones come', () => {
  const tree = createMessageTree({
    headId: 'd',
    messages: [
      { message: message('d'), parentId: 'c' },
      { message: message('c'), parentId: 'b' },
      { message: message('c2'), parentId: 'b' },
    ],
  })
  expect(ids(tree)).toEqual(['c', 'd'])
  expect(tree.branches('c')).toEqual(['c', 'c2'])

  tree.hold('a', message('b'))
  expect(ids(tree)).toEqual(['b', 'c', 'd'])

  tree.hold(null, message('a'))
  expect(ids(tree)).toEqual(['a', 'b', 'c', 'd'])
  expect(tree.branches('c')).toEqual(['c', 'c2'])
})

test('reads an export in any order', () => {
  const tree = createMessageTree()
  for (const [parent, id] of [
    [null, 'a'],
    ['a', 'b'],
    ['b', 'c'],
    ['a', 'b2'],
  ] as const) {
    tree.addOrUpdate(parent, message(id))
  }
  const { headId, messages } = tree.export()

  const again = createMessageTree({ headId, messages: messages.toReversed() })

  expect(ids(again)).toEqual(['a', 'b', 'c'])
  expect(again.branches('b').toSorted()).toEqual(['b', 'b2'])
})

test('keeps rows that stand below themselves out of the tree', () => {
  const tree = createMessageTree({
    headId: null,
    messages: [
      { message: message('a'), parentId: null },
      { message: message('x'), parentId: 'y' },
      { message: message('y'), parentId: 'x' },
      { message: message('z'), parentId: 'z' },
      { message: message('b'), parentId: 'a' },
    ],
  })

  expect(ids(tree)).toEqual(['a', 'b'])
  expect(tree.held.map((item) => item.message.id).toSorted()).toEqual(['x', 'z'])
})

test('shows the newest message when the head that an export names is not in it', () => {
  const messages = [{ message: message('a'), parentId: null }]

  expect(createMessageTree({ headId: 'gone', messages }).headId).toBe('a')
})
