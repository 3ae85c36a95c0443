import { describe, expect, test } from 'vitest'
import { ENGINES } from '../../scripts/store-place.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { withStore } from '../testing/with-store.ts'
import { recordAct, UNFINISHED } from './record-act.ts'

const ADA = { id: 'ada', mail: 'ada@shop.example' }

describe.each(ENGINES)('the row of an act on %s', (engine) => {
  const { store } = withStore(engine, { lasts: 'test' })
  const act = { person: ADA, projectId: 'shop', act: 'note.add' }
  const rows = async () =>
    (await store.desk.audit.list({ projectId: 'shop', limit: 9 })).map(
      ({ mail, act: name, target, details }) => ({ mail, act: name, target, details }),
    )
  const row = { mail: ADA.mail, act: 'note.add' }

  test('is there before the act, and is completed after it', async () => {
    const before = await recordAct(store.desk.audit, act, async (settle) => {
      const result = await rows()
      await settle({ target: 't1', details: { n: 1 } })
      return { result, isDone: true }
    })

    expect(before).toEqual([{ ...row, target: null, details: UNFINISHED }])
    expect(await rows()).toEqual([{ ...row, target: 't1', details: { n: 1 } }])
  })

  test('has no target if the act tells none', async () => {
    await recordAct(store.desk.audit, act, () => Promise.resolve({ result: 0, isDone: true }))

    expect(await rows()).toEqual([{ ...row, target: null, details: {} }])
  })

  test('goes if the act was refused, and stays if it is unknown what it did', async () => {
    const fail = (reason: Error) =>
      expect(recordAct(store.desk.audit, act, () => Promise.reject(reason))).rejects.toBe(reason)
    await recordAct(store.desk.audit, act, () => Promise.resolve({ result: 0, isDone: false }))
    await fail(new AlcoveError('conflict', 'x'))
    expect(await rows()).toEqual([])

    await fail(new AlcoveError('unavailable', 'x'))

    expect(await rows()).toEqual([{ ...row, target: null, details: UNFINISHED }])
  })
})
