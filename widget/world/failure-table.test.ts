// @vitest-environment node
import { expect, test } from 'vitest'
import type { SerializedError } from '../../shared/errors.ts'
import type { FailedAction } from './failed-action.ts'
import {
  disprove,
  FAILURES,
  FAILURES_MAX,
  NO_FAILURES,
  raiseFact,
  raiseRefusal,
  type Disproof,
  type FailureType,
} from './failure-table.ts'

const TYPES = Object.keys(FAILURES) as readonly FailureType[]
const DISPROOFS = [...new Set<Disproof>(TYPES.flatMap((type) => FAILURES[type].clearedBy))]

/** Raises a failure as its row defines it. */
function raise(type: FailureType) {
  const { raisedBy } = FAILURES[type]
  if (typeof raisedBy === 'string') return raiseFact(NO_FAILURES, raisedBy)
  const pattern: {
    readonly during?: FailedAction
    readonly codes?: readonly string[]
    readonly message?: string
    readonly detail?: string
  } = raisedBy
  const error: SerializedError = {
    code: pattern.codes?.[0] ?? 'invalid_request',
    message: pattern.message ?? 'x',
    ...(pattern.detail === undefined ? {} : { data: { details: { [pattern.detail]: [] } } }),
  }
  const isHostUser = 'isHostUser' in raisedBy
  return raiseRefusal(NO_FAILURES, { during: pattern.during ?? 'send', error, isHostUser })
}

test.each(TYPES)('%s is raised by its cause, and cleared by what disproves it alone', (type) => {
  const raised = raise(type)
  expect(raised.standing).toMatchObject([{ type }])

  const clearing = DISPROOFS.filter((disproof) => disprove(raised, disproof).standing.length === 0)
  expect(clearing.toSorted()).toEqual(FAILURES[type].clearedBy.toSorted())
  expect(clearing).not.toEqual([])
})

test('an answer to a call that began before a failure does not disprove it', () => {
  const before = NO_FAILURES.count
  const raised = raise('session')

  expect(disprove(raised, 'call answered', before)).toBe(raised)
  expect(disprove(raised, 'call answered', raised.count).standing).toEqual([])
})

test('a visitor is refused no session that the page could renew', () => {
  const error = { code: 'auth_failed', message: 'x' }
  const refuse = (isHostUser: boolean) =>
    raiseRefusal(NO_FAILURES, { during: 'send', error, isHostUser }).standing[0]?.type

  expect([refuse(true), refuse(false)]).toEqual(['session', 'send'])
})

test('a fact is raised once, and the oldest failures go', () => {
  const once = raiseFact(NO_FAILURES, 'rows not kept')
  expect(raiseFact(once, 'rows not kept')).toBe(once)

  // A lasting state stays, however many refusals follow.
  let failures = raiseRefusal(once, {
    during: 'send',
    error: { code: 'token_expired', message: 'x' },
    isHostUser: true,
  })
  const types = () => failures.standing.map(({ type }) => type)
  const error = { code: 'invalid_request', message: 'x' }
  for (let count = 0; count < FAILURES_MAX; count += 1)
    failures = raiseRefusal(failures, { during: 'stop', error, isHostUser: false })
  expect(types().filter((type) => type === 'stop')).toHaveLength(FAILURES_MAX)
  const first = failures.standing.find(({ type }) => type === 'stop')?.id

  failures = raiseRefusal(failures, { during: 'stop', error, isHostUser: false })
  expect(types().filter((type) => type === 'stop')).toHaveLength(FAILURES_MAX)
  expect(failures.standing.some(({ id }) => id === first)).toBe(false)
  expect(types()).toEqual(expect.arrayContaining(['session', 'rows']))
})
