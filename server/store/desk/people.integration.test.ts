import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { withTables } from '../../testing/add-source.ts'
import { withStore } from '../../testing/with-store.ts'
import { insertAll } from '../insert-all.test-support.ts'
import { DESK_PEOPLE_MAX } from './people.ts'
import { DESK_SESSIONS_MAX } from './sign-ins.ts'

const TIME = '2027-01-15T08:00:00.000Z'
const ROUNDS = 5

describe.each(ENGINES)('people of the desk on %s', (engine) => {
  let clock = Date.parse(TIME)
  const { store, place } = withStore(engine, { lasts: 'test', now: () => new Date((clock += 1)) })
  const owner = { projectId: null, role: 'owner' } as const

  test('of two owners who remove each other at once, one stays', async () => {
    const { people } = store.desk
    for (let round = 0; round < ROUNDS; round++) {
      const one = await people.invite('one@shop.example', owner)
      const other = await people.invite('other@shop.example', owner)

      const ends = await Promise.all([people.removeRole(other.id, null), people.remove(one.id)])

      expect(ends.toSorted()).toEqual(['last', 'removed'])
      expect(await people.list(null)).toHaveLength(1)
    }
  })

  test('a project has 500 people at most; a further one is refused', async () => {
    const { people } = store.desk
    const numbers = Array.from({ length: DESK_PEOPLE_MAX - 1 }, (_, index) => index)
    await withTables(place, async (db) => {
      await insertAll(db, 'desk_people', numbers, (n) => ({
        id: `d${n}`,
        mail: `d${n}@shop.example`,
        created_at: TIME,
        seen_at: null,
      }))
      await insertAll(db, 'desk_roles', numbers, (n) => ({
        person_id: `d${n}`,
        project_id: 'shop',
        role: 'reader',
        created_at: TIME,
        raised_at: null,
        raised_from: null,
      }))
    })
    const invite = (mail: string) => people.invite(mail, { projectId: 'shop', role: 'reader' })

    await invite('last@shop.example')
    await expect(invite('further@shop.example')).rejects.toMatchObject({ code: 'quota_exceeded' })

    expect(DESK_PEOPLE_MAX).toBe(500)
    expect(await people.list('shop')).toHaveLength(DESK_PEOPLE_MAX)
    expect(await people.findByMail('further@shop.example')).toBeUndefined()
    // Another role of a person needs no further place.
    await invite('last@shop.example')
  })

  test('a person has 20 sessions at most; a further one ends the one that was used longest ago', async () => {
    const { people, signIns } = store.desk
    const { id } = await people.invite('ada@shop.example', owner)
    const start = (tokenHash: string) =>
      signIns.start(id, { tokenHash, device: 'x', endsAt: '2028-01-01T00:00:00.000Z' })
    const first = await start('h0')
    for (let n = 1; n < DESK_SESSIONS_MAX; n++) await start(`h${n}`)
    expect(await signIns.list(id, TIME)).toHaveLength(20)
    await signIns.touch(first)

    await start('further')

    expect(await signIns.list(id, TIME)).toHaveLength(DESK_SESSIONS_MAX)
    expect(await signIns.find('h0', TIME)).toBeDefined()
    expect(await signIns.find('h1', TIME)).toBeUndefined()
  })
})
