import { expect, test } from 'vitest'
import {
  judgeLimits,
  REQUEST_LIMITS,
  setLocalStatements,
  type TimeLimits,
} from './postgres-limits.ts'

/** Settings as Postgres lists them for a connection that started with them. */
const rowsWith = (changes: Partial<TimeLimits> = {}, source = 'client') =>
  Object.entries({ ...REQUEST_LIMITS, ...changes }).map(([name, value]) => ({
    name: name as keyof TimeLimits,
    setting: String(value),
    source,
    role: 'al"cove',
    database: 'alcove',
  }))

test('limits are in force at their values and below', () => {
  expect(judgeLimits(rowsWith(), 'connection')).toEqual({ kind: 'connection' })
  expect(
    judgeLimits(rowsWith({ lock_timeout: REQUEST_LIMITS.lock_timeout - 1 }), 'connection'),
  ).toEqual({
    kind: 'connection',
  })
  expect(judgeLimits(rowsWith({}, 'database user'), 'role')).toEqual({ kind: 'role' })
})

test('where one is longer or none, transactions set them, and the advice names it alone', () => {
  for (const value of [REQUEST_LIMITS.lock_timeout + 1, 0]) {
    const state = judgeLimits(rowsWith({ lock_timeout: value }), 'connection')

    expect(state.kind).toBe('transaction')
    const advice = state.kind === 'transaction' ? state.advice : ''
    expect(advice).toContain(`(lock_timeout is ${value})`)
    expect(advice).toContain(
      ' alter role "al""cove" in database "alcove" set lock_timeout = 3000; ',
    )
    expect(advice).not.toContain('set statement_timeout')
  }
})

test('a limit that another client of the pooler has left on the connection does not count', () => {
  expect(judgeLimits(rowsWith({}, 'session'), 'connection').kind).toBe('transaction')
})

test('a transaction sets all of them', () => {
  expect(setLocalStatements(REQUEST_LIMITS)).toBe(
    'set local statement_timeout = 10000; set local lock_timeout = 3000; ' +
      'set local idle_in_transaction_session_timeout = 10000',
  )
})
