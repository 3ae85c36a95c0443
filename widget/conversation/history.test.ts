// @vitest-environment node
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { createMessageTree, type MessageTree } from '../../shared/thread/message-tree.ts'
import { messageText } from '../../shared/thread/message.ts'
import type { MessagePage, StoredMessage } from '../api/message-calls.ts'
import { createHistory } from './history.ts'
import { createThreadLog } from './thread-log.ts'

const row = (
  id: string,
  parentId: string | null,
  more: Partial<StoredMessage> = {},
): StoredMessage => ({
  id,
  externalId: null,
  parentId,
  createdAt: '2026-11-21T00:00:00.000Z',
  format: 'aui/v0',
  content: { role: 'user', content: [{ type: 'text', text: id }], metadata: {} },
  ...more,
})
const at = (second: number) => ({ createdAt: new Date(second * 1000).toISOString() })

/** Builds the tree of pages whose rows are each newest first. */
function build(pages: readonly Omit<MessagePage, 'next'>[]): MessageTree {
  const history = createHistory(({ id }) => id)
  const log = createThreadLog('thread', () => {})
  for (const [index, page] of pages.entries()) {
    const items = history.take({ ...page, next: index === pages.length - 1 ? null : 'more' })
    if (index === 0) log.reset({ headId: history.headId, messages: items })
    else log.graft(items)
  }
  return log.tree
}
const page = (...rows: readonly StoredMessage[]) => ({ rows, unreadable: [] })
const shownOf = (...pages: Parameters<typeof build>[0]) => build(pages).path().map(messageText)
/** A tree as nested lists of ids, for comparisons. */
const shapeOf = (tree: MessageTree) => ({
  headId: tree.headId,
  rows: tree.export().messages.map(({ message, parentId }) => `${parentId} > ${message.id}`),
})

test('shows the path to the row that was written last, past branches', () => {
  const rows = [row('c', 'b2'), row('b2', 'a'), row('b', 'a'), row('a', null)]

  expect(shownOf(page(...rows))).toEqual(['a', 'b2', 'c'])
})

test('shows the newest branch, also where an older one is longer', () => {
  const old = [row('d', 'c', at(4)), row('c', 'b', at(3)), row('b', 'a', at(2))]
  const rows = [...old, row('b2', 'a', at(5)), row('a', null, at(1))]

  expect(shownOf(page(...rows))).toEqual(['a', 'b2'])
  expect(build([page(...rows)]).branches('b2')).toEqual(['b2', 'b'])
})

test('shows what has come, and puts what comes later above it', () => {
  const newest = page(row('d', 'c'), row('c', 'b'))

  expect(shownOf(newest, page())).toEqual(['c', 'd'])
  expect(shownOf(newest, page(row('b', 'a'), row('a', null)))).toEqual(['a', 'b', 'c', 'd'])
})

test('keeps a branch outside of the tree until its parent comes', () => {
  const history = createHistory(({ id }) => id)
  const newest = page(row('d', 'c', at(9)), row('e', 'b2', at(4)), row('c', 'b', at(3)))

  const first = history.take({ ...newest, next: 'c' })
  expect(first.map(({ message }) => message.id)).toEqual(['c', 'd'])
  expect(history.above).toBe('b')
  const second = history.take({
    ...page(row('b2', 'a'), row('b', 'a'), row('a', null)),
    next: null,
  })

  expect(second.map(({ message }) => message.id).toSorted()).toEqual(['a', 'b', 'b2', 'c', 'e'])
  expect(history.above).toBeNull()
})

test('bridges rows that cannot be read', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const bad = row('b', 'a', { content: { role: 'robot' } })
  const unreadable = [{ id: 'x', parentId: 'a' }]

  expect(shownOf(page(row('c', 'b'), bad, row('a', null)))).toEqual(['a', 'c'])
  expect(shownOf({ rows: [row('c', 'x'), row('a', null)], unreadable })).toEqual(['a', 'c'])
  expect(shownOf(page(row('c', 'x')), { rows: [row('a', null)], unreadable })).toEqual(['a', 'c'])
  expect(shownOf(page(row('c', 'f'), row('f', 'a', { format: 'x/1' }), row('a', null)))).toEqual([
    'a',
    'c',
  ])
  warn.mockRestore()
})

test('hangs a row with an unknown parent behind the row before it', () => {
  expect(shownOf(page(row('b', 'gone'), row('a', null)))).toEqual(['a', 'b'])
  expect(shownOf(page(row('b', 'gone')), page(row('a', null)))).toEqual(['a', 'b'])
})

test('takes a row once that comes with two pages', () => {
  const tree = build([page(row('c', 'b'), row('b', 'a')), page(row('b', 'a'), row('a', null))])

  expect(tree.export().messages).toHaveLength(3)
})

test('says when a page brought nothing new', () => {
  const history = createHistory(({ id }) => id)

  history.take({ ...page(row('b', 'a')), next: 'b' })
  expect(history.hasGrown).toBe(true)
  history.take({ ...page(row('b', 'a')), next: 'b' })
  expect(history.hasGrown).toBe(false)
})

/** Rows of a well-formed thread in a server's order: lowest first, then newest. */
const anyThread = fc.array(fc.nat(), { minLength: 1, maxLength: 40 }).map((picks) => {
  const heights: number[] = []
  const rows = picks.map((pick, index) => {
    const parent = index === 0 || pick % 7 === 0 ? null : pick % index
    heights.push(parent === null ? 0 : (heights[parent] ?? 0) + 1)
    return row(`m${index}`, parent === null ? null : `m${parent}`, at(index))
  })
  const heightOf = ({ id }: StoredMessage) => heights[Number(id.slice(1))] ?? 0
  return rows.toSorted(
    (a, b) => heightOf(b) - heightOf(a) || b.createdAt.localeCompare(a.createdAt),
  )
})

test('gives the same tree however a thread is cut into pages (3.41, 4.53)', () => {
  fc.assert(
    fc.property(anyThread, fc.array(fc.integer({ min: 1, max: 9 })), (rows, sizes) => {
      const pages: ReturnType<typeof page>[] = []
      let from = 0
      for (const size of sizes) {
        pages.push(page(...rows.slice(from, from + size)))
        from += size
      }
      pages.push(page(...rows.slice(from)))
      const paged = build(pages)
      const whole = build([page(...rows)])

      expect(shapeOf(paged).rows.toSorted()).toEqual(shapeOf(whole).rows.toSorted())
      for (const { id } of rows) expect(paged.branches(id)).toEqual(whole.branches(id))
      // A later page does not move the reader.
      const newest = pages[0]?.rows.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt))[0]
      expect(paged.headId).toBe(newest?.id ?? whole.headId)
    }),
  )
})

test('survives any rows, whatever their parents and order', () => {
  const id = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const anyRow = fc.record({ id, parentId: fc.option(id) })
  const links = fc.array(fc.record({ id, parentId: fc.option(id) }))
  fc.assert(
    fc.property(
      fc.uniqueArray(anyRow, { selector: (value) => value.id, minLength: 1 }),
      links,
      fc.nat(5),
      (values, unreadable, cut) => {
        const rows = values.map((value) => row(value.id, value.parentId))
        const skipped = new Set<string>(unreadable.map((link) => link.id))
        const tree = build([{ rows: rows.slice(0, cut), unreadable }, page(...rows.slice(cut))])
        const known = rows.filter((value) => !skipped.has(value.id))
        const ids = tree.export().messages.map(({ message }) => message.id)

        expect(ids.toSorted()).toEqual(known.map((value) => value.id).toSorted())
        expect(new Set(tree.path()).size).toBe(tree.path().length)
      },
    ),
  )
})

test('survives a tree that was made of nothing', () => {
  expect(createMessageTree({ headId: null, messages: [] }).path()).toEqual([])
  expect(build([page()]).path()).toEqual([])
})
