// @vitest-environment node
import { expect, test } from 'vitest'
import { AlcoveError, type ErrorCode } from '../../shared/errors.ts'
import { isConnectionFailure, isPassingFailure, isUnreachable } from '../api/backoff.ts'

const failure = (code: ErrorCode, status?: number) =>
  new AlcoveError(code, 'No.', status === undefined ? {} : { data: { status } })

test.each([
  ['no network', failure('offline'), [true, true, true]],
  ['no answer in time', failure('call_timeout'), [false, true, true]],
  ['a page in place of a stream', failure('unavailable'), [false, false, true]],
  ['an error of the server', failure('unavailable', 500), [false, false, true]],
  ['a server that goes away', failure('unavailable', 503), [false, false, true]],
  ['too many calls', failure('rate_limited', 429), [false, false, true]],
  ['a slow call', failure('invalid_request', 408), [false, false, true]],
  ['a wrong call', failure('invalid_request', 400), [false, false, false]],
  ['nobody known', failure('auth_failed', 401), [false, false, false]],
  ['somebody else’s', failure('auth_failed', 403), [false, false, false]],
  ['no thread', failure('not_found', 404), [false, false, false]],
  ['a mistake of ours', new TypeError('x'), [false, false, false]],
])('%s', (_, error, expected) => {
  expect([isUnreachable(error), isConnectionFailure(error), isPassingFailure(error)]).toEqual(
    expected,
  )
})
