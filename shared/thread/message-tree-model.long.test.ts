import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUserMessage } from './message.ts'
import { createMessageTree } from './message-tree.ts'

const RUNS = process.env['ALCOVE_TEST_LONG'] === '1' ? 10_000 : 200
const LIMIT_MS = 600_000
const IDS = ['a', 'b', 'c', 'd', 'e', 'f']
const message = (id: string) => createUserMessage(id, '2026-01-02T03:04:05.006Z', id)

interface Row {
  readonly id: string
  parentId: string | null
  /** Its parent is missing, or it would be below itself. */
  isWaiting: boolean
}

/** A model of the tree: a list that is searched for every query; siblings are in order. */
function createModel() {
  const rows: Row[] = []
  /** The child that was shown last, by its parent; '' for roots. */
  const shown = new Map<string, string>()
  let headId: string | null = null

  const find = (id: string | null) => rows.find((row) => row.id === id)
  const keyOf = ({ parentId, isWaiting }: Row) => (isWaiting ? undefined : (parentId ?? ''))
  const siblings = (of: Row) =>
    rows.filter((row) => row.parentId === of.parentId && row.isWaiting === of.isWaiting)

  function pathTo(id: string | null): string[] {
    const row = find(id)
    if (!row) return []
    return [...(row.isWaiting ? [] : pathTo(row.parentId)), row.id]
  }

  function show(id: string | null) {
    headId = id
    for (const step of pathTo(id)) {
      const key = keyOf(find(step)!)
      if (key !== undefined) shown.set(key, step)
    }
  }

  function leafFrom(id: string | null): string | null {
    const next = shown.get(id ?? '')
    return next === undefined ? id : leafFrom(next)
  }

  function take(row: Row) {
    const key = keyOf(row)
    rows.splice(rows.indexOf(row), 1)
    if (key === undefined || shown.get(key) !== row.id) return
    const left = siblings(row).at(-1)
    if (left) shown.set(key, left.id)
    else shown.delete(key)
  }

  function append(row: Row) {
    rows.push(row)
    const key = keyOf(row)
    if (key !== undefined && !shown.has(key)) shown.set(key, row.id)
  }

  function move(row: Row, parentId: string | null, isWaiting: boolean) {
    take(row)
    Object.assign(row, { parentId, isWaiting })
    append(row)
    if (pathTo(headId).includes(row.id)) show(headId)
  }

  function adopt() {
    for (const row of rows.filter(({ isWaiting }) => isWaiting)) {
      const isBelowItself = pathTo(row.parentId).includes(row.id)
      if (find(row.parentId) && !isBelowItself) move(row, row.parentId, false)
    }
  }

  return {
    put(parentId: string | null, id: string, mayWait: boolean) {
      const isWaiting = parentId !== null && !find(parentId)
      const known = find(id)
      if (isWaiting && !mayWait) return false
      if (known) {
        const isSame = known.parentId === parentId && known.isWaiting === isWaiting
        if (!isSame && !isWaiting && pathTo(parentId).includes(id)) return false
        if (!isSame) move(known, parentId, isWaiting)
        if (!isSame) adopt()
        return !known.isWaiting
      }
      append({ id, parentId, isWaiting })
      if (!isWaiting && headId === parentId) show(id)
      adopt()
      return !isWaiting
    },
    delete(id: string) {
      const row = find(id)
      if (!row) return false
      const wasShown = pathTo(headId).includes(id)
      const next = shown.get(id) ?? null
      const children = rows.filter((each) => each.parentId === id && !each.isWaiting)
      take(row)
      for (const child of children) {
        rows.splice(rows.indexOf(child), 1)
        Object.assign(child, { parentId: row.parentId, isWaiting: row.isWaiting })
        append(child)
      }
      shown.delete(id)
      if (headId === id) show(leafFrom(row.isWaiting ? next : row.parentId))
      else if (wasShown) show(headId)
      adopt()
      return true
    },
    switchTo(id: string) {
      if (!find(id)) return false
      show(leafFrom(id))
      return true
    },
    setHead(id: string | null) {
      if (id !== null && !find(id)) return false
      show(id)
      return true
    },
    look: () => ({
      headId,
      path: pathTo(headId),
      held: rows
        .filter(({ isWaiting }) => isWaiting)
        .map(({ id }) => id)
        .sort(),
      parents: IDS.map((id) => find(id)?.parentId),
      branches: IDS.map((id) => {
        const row = find(id)
        return row ? siblings(row).map((each) => each.id) : []
      }),
    }),
  }
}

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never
type Tree = ReturnType<typeof createMessageTree>

const look = (tree: Tree) => ({
  headId: tree.headId,
  path: tree.path().map(({ id }) => id),
  held: tree.held.map((item) => item.message.id).sort(),
  parents: IDS.map((id) => tree.parentOf(id)),
  branches: IDS.map((id) => tree.branches(id)),
})

const anyId = fc.constantFrom(...IDS)
const anyParent = fc.option(anyId, { freq: 6 })
const step = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('delete' as const), id: anyId }), weight: 1 },
  {
    arbitrary: fc.record({
      do: fc.constantFrom('add' as const, 'hold' as const),
      id: anyId,
      parentId: anyParent,
    }),
    weight: 6,
  },
  { arbitrary: fc.record({ do: fc.constant('switch' as const), id: anyId }), weight: 3 },
  { arbitrary: fc.record({ do: fc.constant('head' as const), id: anyParent }), weight: 2 },
)

test(
  'is what a list that is searched anew for every question says, after any operations (3.39)',
  () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40, size: 'max' }), (steps) => {
        const tree = createMessageTree()
        const model = createModel()
        const apply = (each: Step): readonly [boolean, boolean] => {
          switch (each.do) {
            case 'add':
            case 'hold': {
              const mayWait = each.do === 'hold'
              const put = mayWait ? tree.hold : tree.addOrUpdate
              const { id, parentId } = each
              return [model.put(parentId, id, mayWait), put(parentId, message(id))]
            }
            case 'delete':
              return [model.delete(each.id), tree.delete(each.id)]
            case 'switch':
              return [model.switchTo(each.id), tree.switchTo(each.id)]
            default:
              return [model.setHead(each.id), tree.setHead(each.id)]
          }
        }
        for (const each of steps) {
          const [theirs, ours] = apply(each)
          expect(ours).toBe(theirs)
          expect(look(tree)).toEqual(model.look())
          const again = createMessageTree(tree.export())
          expect(again.export().messages).toEqual(tree.export().messages)
          // Without a choice the newest is shown.
          expect(tree.headId === null ? [] : again.path()).toEqual(tree.path())
        }
      }),
      { numRuns: RUNS },
    )
    console.log(
      `figure: ${RUNS} runs of up to 40 operations on the message tree, 0 unlike its model`,
    )
  },
  LIMIT_MS,
)
