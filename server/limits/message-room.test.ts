import { expect, test } from 'vitest'
import { AlcoveError } from '../../shared/errors.ts'
import { AMOUNT_DEFAULTS, type AmountName } from './limit-table.ts'
import type { Subject } from './limits.ts'
import { createMemoryCounters } from './memory-counters.ts'
import { createMessageRoom } from './message-room.ts'

const HOUR_MS = 3_600_000
const ada: Subject = { projectId: 'shop', userId: 'ada', kind: 'host' }
const nameless: Subject = { ...ada, userId: 'usr_anon_a', kind: 'anonymous' }
const claimed: Subject = { ...ada, userId: 'usr_key_1_ada', kind: 'claimed' }

function createWorld(amounts: Partial<Record<AmountName, number>> = {}, bytes = 0) {
  const clock = { ms: 0 }
  const alarms: string[] = []
  const written: [userId: string, bytes: number][] = []
  const all = { ...AMOUNT_DEFAULTS, ...amounts }
  const room = createMessageRoom({
    limits: {
      amount: (_project, name) => all[name],
      takeWrittenBytes: ({ userId }, taken) => {
        written.push([userId, taken])
        return Promise.resolve()
      },
    },
    projectBytes: () => Promise.resolve(bytes),
    counters: createMemoryCounters(() => clock.ms),
    onFull: (projectId, forWhom) => alarms.push(`${projectId}: ${forWhom}`),
  })
  /** The bytes that a write of this user is given. */
  const allowed = (subject: Subject) => room.within(subject, 1, (max) => Promise.resolve(max))
  return { clock, alarms, written, room, allowed }
}

const refuse = () => Promise.reject(new AlcoveError('quota_exceeded', 'Of the user.'))

test('a user whom a host names has room of their own, all others that of visitors', async () => {
  const { allowed } = createWorld({ userMessageBytes: 50, anonymousMessageBytes: 20 })

  expect(await Promise.all([ada, nameless, claimed].map(allowed))).toEqual([50, 20, 20])
})

test('visitors never have more than others', async () => {
  const { allowed } = createWorld({ userMessageBytes: 10 })

  expect(await allowed(nameless)).toBe(10)
})

test('nothing may grow in a project that is full, and a byte less is not full', async () => {
  const limits = { projectMessageBytes: 100 }

  expect(await createWorld(limits, 99).allowed(ada)).toBe(AMOUNT_DEFAULTS.userMessageBytes)
  expect(await createWorld(limits, 100).allowed(ada)).toBe(0)
})

test('the last quarter of a project is for users whom a host names: a flood of visitors locks nobody out', async () => {
  const limits = { projectMessageBytes: 100 }
  const visitors = [nameless, claimed]
  const allowedAt = (bytes: number) => Promise.all(visitors.map(createWorld(limits, bytes).allowed))

  const { anonymousMessageBytes } = AMOUNT_DEFAULTS
  expect(await allowedAt(74)).toEqual([anonymousMessageBytes, anonymousMessageBytes])
  expect(await allowedAt(75)).toEqual([0, 0])
  expect(await createWorld(limits, 75).allowed(ada)).toBe(AMOUNT_DEFAULTS.userMessageBytes)

  const { room, alarms } = createWorld(limits, 75)
  await expect(room.within(nameless, 1, refuse)).rejects.toMatchObject({ data: { limit: 75 } })
  expect(alarms).toEqual(['shop: visitors'])
})

test('a full project says so to whoever would store more, and to the operator once an hour', async () => {
  const { clock, alarms, room } = createWorld({ projectMessageBytes: 100 }, 100)
  const refused = () =>
    expect(room.within(ada, 1, refuse)).rejects.toMatchObject({
      code: 'quota_exceeded',
      data: { limit: 100 },
      hint: expect.stringContaining('projectMessageBytes'),
    })

  await refused()
  await refused()
  expect(alarms).toEqual(['shop: everybody'])

  clock.ms += HOUR_MS
  await refused()
  expect(alarms).toEqual(['shop: everybody', 'shop: everybody'])
})

test('what a write says by itself stays as it is', async () => {
  const roomy = createWorld()
  await expect(roomy.room.within(ada, 1, refuse)).rejects.toThrow('Of the user.')
  const full = createWorld({ projectMessageBytes: 1 }, 1)
  const failing = () => Promise.reject(new AlcoveError('not_found', 'No such thread.'))
  await expect(full.room.within(ada, 1, failing)).rejects.toThrow('No such thread.')
  expect([...roomy.alarms, ...full.alarms]).toEqual([])
})

test('growth is counted before the write, and a write that adds nothing is not', async () => {
  const { room, written } = createWorld()
  const write = () => Promise.resolve(written.length)

  expect(await room.within(nameless, 7, write)).toBe(1)
  expect(await room.within(nameless, 0, write)).toBe(1)
  expect(await room.within(nameless, -3, write)).toBe(1)
  await room.add(nameless, 5)

  expect(written).toEqual([
    ['usr_anon_a', 7],
    ['usr_anon_a', 5],
  ])
})
