import { AlcoveError } from '../../shared/errors.ts'
import { statusOf } from '../api/request-error.ts'

const TIMED_OUT = 408
const TOO_MANY = 429
const SERVER_ERRORS = 500

/** There was no way to the server. Perhaps the call arrived all the same. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof AlcoveError && statusOf(error) === undefined && error.code === 'offline'

/** No word of the server came: what it knows of the call, nobody can say. */
export const isConnectionFailure = (error: unknown): boolean =>
  isUnreachable(error) || (error instanceof AlcoveError && error.code === 'call_timeout')

/** Whether the same call may succeed later: the network, or a server that is away or busy. */
export function isPassingFailure(error: unknown): boolean {
  const status = statusOf(error)
  if (status !== undefined) {
    return status >= SERVER_ERRORS || status === TOO_MANY || status === TIMED_OUT
  }
  // A page of a hotel's network in place of a stream passes as well.
  const isPage = error instanceof AlcoveError && error.code === 'unavailable'
  return isPage || isConnectionFailure(error)
}
