import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { withStore } from '../testing/with-store.ts'
import type { SessionRow } from './store.ts'

const createRow = (rest: Partial<SessionRow> = {}): SessionRow => ({
  tokenHash: randomUUID(),
  sessionId: randomUUID(),
  projectId: 'default',
  userId: 'usr_anon_1',
  parentHash: null,
  childHash: null,
  createdAt: '2027-01-15T08:00:00.000Z',
  usedAt: null,
  expiresAt: '2027-02-14T08:00:00.000Z',
  startedAt: '2027-01-15T08:00:00.000Z',
  ...rest,
})

const childOf = ({ sessionId, userId, tokenHash }: SessionRow): SessionRow =>
  createRow({ sessionId, userId, parentHash: tokenHash, createdAt: '2027-01-15T09:00:00.000Z' })

describe.each(ENGINES)('sessions on %s', (engine) => {
  const { store } = withStore(engine)

  test('a session is found by its hash, as it was made', async () => {
    const row = createRow()
    await store.sessions.create(row)

    expect(await store.sessions.find(row.tokenHash)).toEqual(row)
    expect(await store.sessions.find('unknown')).toBeUndefined()
  })

  test('a rotation marks the parent and adds the child, once', async () => {
    const parent = createRow()
    await store.sessions.create(parent)
    const child = childOf(parent)

    expect(await store.sessions.rotate(parent.tokenHash, child)).toBe(true)
    expect(await store.sessions.rotate(parent.tokenHash, childOf(parent))).toBe(false)
    expect(await store.sessions.find(child.tokenHash)).toEqual(child)
    expect(await store.sessions.find(parent.tokenHash)).toEqual({
      ...parent,
      childHash: child.tokenHash,
      usedAt: child.createdAt,
    })
  })

  test('a parent is kept as long as its child, and not shorter than before', async () => {
    const [early, late] = [createRow(), createRow({ expiresAt: '2027-12-01T08:00:00.000Z' })]
    const expiresAt = '2027-03-01T08:00:00.000Z'
    for (const parent of [early, late]) {
      await store.sessions.create(parent)
      await store.sessions.rotate(parent.tokenHash, { ...childOf(parent), expiresAt })
    }

    expect(await store.sessions.find(early.tokenHash)).toMatchObject({ expiresAt })
    expect(await store.sessions.find(late.tokenHash)).toMatchObject({ expiresAt: late.expiresAt })
  })

  test('tokens live longer when told to, never shorter, and no others do', async () => {
    const [first, second, other] = [createRow(), createRow(), createRow()]
    for (const row of [first, second, other]) await store.sessions.create(row)
    const hashes = [first.tokenHash, second.tokenHash]
    const later = '2027-03-01T08:00:00.000Z'

    expect(await store.sessions.extend([...hashes, 'unknown'], later)).toBe(true)
    expect(await store.sessions.extend(hashes, first.expiresAt)).toBe(true)
    expect(await store.sessions.extend(['unknown'], later)).toBe(false)

    expect(await store.sessions.find(first.tokenHash)).toEqual({ ...first, expiresAt: later })
    expect(await store.sessions.find(second.tokenHash)).toEqual({ ...second, expiresAt: later })
    expect(await store.sessions.find(other.tokenHash)).toEqual(other)
    expect(await store.sessions.find('unknown')).toBeUndefined()
  })

  test('an unknown parent gets no child', async () => {
    const child = createRow({ parentHash: 'unknown' })

    expect(await store.sessions.rotate('unknown', child)).toBe(false)
    expect(await store.sessions.find(child.tokenHash)).toBeUndefined()
  })

  test('of 20 rotations at once one wins, and its child is the one that is kept', async () => {
    const parent = createRow()
    await store.sessions.create(parent)
    const children = Array.from({ length: 20 }, () => childOf(parent))

    const won = await Promise.all(
      children.map((child) => store.sessions.rotate(parent.tokenHash, child)),
    )

    expect(won.filter(Boolean)).toHaveLength(1)
    const winner = children[won.indexOf(true)]!
    expect((await store.sessions.find(parent.tokenHash))?.childHash).toBe(winner.tokenHash)
    const kept = await Promise.all(children.map(({ tokenHash }) => store.sessions.find(tokenHash)))
    expect(kept.filter(Boolean)).toEqual([winner])
  })

  test('a revoked session has no token left, and others stay', async () => {
    const parent = createRow()
    const other = createRow()
    await store.sessions.create(parent)
    await store.sessions.create(other)
    const child = childOf(parent)
    await store.sessions.rotate(parent.tokenHash, child)

    await store.sessions.revoke(parent.sessionId)
    await store.sessions.revoke('unknown')

    expect(await store.sessions.find(parent.tokenHash)).toBeUndefined()
    expect(await store.sessions.find(child.tokenHash)).toBeUndefined()
    expect(await store.sessions.find(other.tokenHash)).toEqual(other)
    expect(await store.sessions.rotate(child.tokenHash, childOf(child))).toBe(false)
  })

  test('a user who is revoked has no session left, and others, also of that name elsewhere, have', async () => {
    const userId = randomUUID()
    const rows = [createRow({ userId }), createRow({ userId })]
    const others = [createRow(), createRow({ userId, projectId: 'other' })]
    for (const row of [...rows, ...others]) await store.sessions.create(row)

    await store.sessions.revokeUser('default', userId)

    for (const row of rows) expect(await store.sessions.find(row.tokenHash)).toBeUndefined()
    for (const row of others) expect(await store.sessions.find(row.tokenHash)).toEqual(row)
  })

  test('a revocation amid rotations leaves no token behind', async () => {
    for (let round = 0; round < 30; round++) {
      const rows = [createRow({ userId: randomUUID() })]
      const { sessionId, projectId, userId } = rows[0]!
      await store.sessions.create(rows[0]!)
      for (let depth = 0; depth < 5; depth++) rows.push(childOf(rows.at(-1)!))
      const rotateAll = async () => {
        for (const child of rows.slice(1)) await store.sessions.rotate(child.parentHash!, child)
      }

      const revoke = () =>
        round % 2 ? store.sessions.revoke(sessionId) : store.sessions.revokeUser(projectId, userId)

      await Promise.all([rotateAll(), revoke()])

      const left = await Promise.all(rows.map(({ tokenHash }) => store.sessions.find(tokenHash)))
      expect(left.filter(Boolean)).toEqual([])
    }
  })
})
