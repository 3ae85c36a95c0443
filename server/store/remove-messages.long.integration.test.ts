import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import { createScope, newMessage } from './new-rows.test-support.ts'
import type { MessageRow } from './store.ts'
import { readRows } from './read-rows.test-support.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const TREES = IS_LONG ? 300 : 10
/** The first is longer than one statement's rows, the second longer than those of several. */
const LINE = IS_LONG ? 2_000 : 1_100
const WHOLE_LINE = IS_LONG ? 3_000 : 600
const PAGE = 1_000
const count = (rows: number): string => rows.toLocaleString('en')
const T0 = '2027-01-15T08:00:00.000Z'

describe.each(ENGINES)('removal of messages on %s', (engine) => {
  const { store } = withStore(engine, { now: () => new Date(T0) })

  /** `parents[n]` is the index of row n's parent, `-1` for a root. Names are `m0`, `m1`, … */
  async function createTree(parents: readonly number[]) {
    const scope = createScope()
    const { id } = await store.threads.create(scope, { lastMessageAt: T0 })
    const rows: MessageRow[] = []
    for (const [n, index] of parents.entries()) {
      const parent = rows[index]?.id ?? null
      rows.push(
        await store.messages.append(scope, id, newMessage('x', { parent, externalId: `m${n}` })),
      )
    }
    const read = async () => {
      const left = await readRows(store.messages.list(scope, id, { limit: PAGE }))
      return new Map(left.map((row) => [row.id, row]))
    }
    return { scope, id, rows, read }
  }

  test('a removed message joins its children to its parent, and heights follow', async () => {
    const { scope, id, rows, read } = await createTree([-1, 0, 1, 1, 3])

    expect(await store.messages.remove(scope, id, [rows[1]!.id])).toBe(1)

    const left = await read()
    const names = new Set([...left.values()].map(({ externalId }) => externalId))
    expect(names).toEqual(new Set(['m0', 'm2', 'm3', 'm4']))
    expect(left.get(rows[2]!.id)).toEqual({ ...rows[2], parentId: rows[0]!.id, height: 1 })
    expect(left.get(rows[3]!.id)).toEqual({ ...rows[3], parentId: rows[0]!.id, height: 1 })
    expect(left.get(rows[4]!.id)).toEqual({ ...rows[4], height: 2 })
    expect((await store.threads.find(scope, id))?.lastMessageAt).toBe(T0)
  })

  test('children of a removed root become roots', async () => {
    const { scope, id, rows, read } = await createTree([-1, 0])

    expect(await store.messages.remove(scope, id, ['m0'])).toBe(1)

    expect([...(await read()).values()]).toEqual([{ ...rows[1], parentId: null, height: 0 }])
  })

  test('rows are named by id or external_id, twice counts once, unknown ones count nothing', async () => {
    const { scope, id, rows, read } = await createTree([-1, 0, 1])

    const ids = ['m1', rows[1]!.id, 'm2', 'unknown']
    expect(await store.messages.remove(scope, id, ids)).toBe(2)

    expect([...(await read()).keys()]).toEqual([rows[0]!.id])
    expect(await store.messages.remove(scope, id, [])).toBe(0)
    expect(await store.messages.remove(scope, id, ids)).toBe(0)
    expect(await store.messages.remove(scope, 'unknown', ['m0'])).toBe(0)
  })

  test('another workspace, project or thread removes nothing', async () => {
    const { scope, id, rows, read } = await createTree([-1, 0])
    const other = await store.threads.create(scope, { lastMessageAt: T0 })
    const ids = [rows[0]!.id, 'm1']

    expect(await store.messages.remove({ ...scope, workspaceId: 'other' }, id, ids)).toBe(0)
    expect(await store.messages.remove({ ...scope, projectId: 'other' }, id, ids)).toBe(0)
    expect(await store.messages.remove(scope, other.id, ids)).toBe(0)
    expect((await read()).size).toBe(2)
    expect(await store.messages.remove(scope, id, ids)).toBe(2)
  })

  test('a message that is being answered stays with all others named, and goes afterwards', async () => {
    const { scope, id, read } = await createTree([-1])
    const { run, userMessage } = await store.runs.start(scope, {
      thread: id,
      owner: 'server',
      leaseUntil: T0,
      turn: { type: 'submit', ...newMessage('asks', { parent: 'm0' }), externalId: 'asks' },
    })

    await expect(store.messages.remove(scope, id, ['m0', 'asks'])).rejects.toMatchObject({
      code: 'run_active',
      data: { runId: run.id, messageId: run.messageId },
    })
    expect((await read()).size).toBe(2)
    expect(await store.messages.remove(scope, id, ['m0'])).toBe(1)

    const answer = { format: 'aui/v0', content: { role: 'assistant', content: [] } }
    await store.runs.finish(run, answer)
    expect(await store.messages.find(scope, id, run.messageId)).toMatchObject({ height: 1 })
    expect(await store.messages.remove(scope, id, [userMessage.id])).toBe(1)
    expect(await store.messages.find(scope, id, run.messageId)).toMatchObject({
      parentId: null,
      height: 0,
    })
  })

  test(
    'any rows of any tree can go: what stays is a tree, in the same order, and whole',
    { timeout: 600_000 },
    async () => {
      const trees = fc.array(fc.nat(), { minLength: 1, maxLength: 25 }).chain((picks) =>
        fc.record({
          // Each row's parent is any row before it, or none.
          parents: fc.constant(picks.map((pick, n) => (pick % (n + 1)) - 1)),
          removed: fc.uniqueArray(fc.nat({ max: picks.length - 1 })),
        }),
      )
      await fc.assert(
        fc.asyncProperty(trees, async ({ parents, removed }) => {
          const { scope, id, rows, read } = await createTree(parents)
          const gone = new Set(removed)

          const ids = removed.map((n) => (n % 2 ? rows[n]!.id : `m${n}`))
          expect(await store.messages.remove(scope, id, ids)).toBe(removed.length)

          const left = await read()
          expect(left.size).toBe(rows.length - removed.length)
          for (const [n, row] of rows.entries()) {
            if (gone.has(n)) continue
            let above = parents[n]!
            while (gone.has(above)) above = parents[above]!
            const parent = rows[above]
            const height = parent ? left.get(parent.id)!.height + 1 : 0
            expect(left.get(row.id)).toEqual({ ...row, parentId: parent?.id ?? null, height })
          }
        }),
        { numRuns: TREES },
      )
      console.log(`figure: ${TREES} trees with any rows removed, all of them whole`)
    },
  )

  test(`${count(LINE / 10)} rows out of a line of ${count(LINE)} go at once`, async () => {
    const { scope, id, rows, read } = await createTree(
      Array.from({ length: LINE }, (_, n) => n - 1),
    )
    const ids = rows.filter((_, n) => n % 10 === 0).map((row) => row.id)
    const left = LINE - ids.length

    expect(await store.messages.remove(scope, id, ids)).toBe(LINE / 10)

    const path = await store.messages.path(scope, id, rows.at(-1)!.id)
    expect(path.map(({ height }) => height)).toEqual(Array.from({ length: left }, (_, n) => n))
    expect((await read()).size).toBe(Math.min(left, PAGE))
  })

  test(`a thread of ${count(WHOLE_LINE)} messages in one line is removed whole`, async () => {
    const line = Array.from({ length: WHOLE_LINE }, (_, n) => n - 1)
    const { scope, id, read } = await createTree(line)

    expect(await store.threads.remove(scope, id)).toBe(true)

    expect((await read()).size).toBe(0)
  })
})
