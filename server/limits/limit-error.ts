import { AlcoveError } from '../../shared/errors.ts'
import type { Refusal } from './counters.ts'
import { isAddressShare } from './visitor-shares.ts'

/** The refusal of a rate limit. */
export function createRateError({ name, waitSeconds }: Refusal): AlcoveError {
  const what = isAddressShare(name)
    ? 'Visitors of your network have used up their share.'
    : 'Too many requests.'
  return createLimitError(what, Math.max(1, Math.ceil(waitSeconds)))
}

/** A refusal with a sentence for the caller, and the time until a retry. */
export function createLimitError(what: string, retryAfter: number): AlcoveError {
  const wait = retryAfter === 1 ? '1 second' : `${retryAfter} seconds`
  return new AlcoveError('rate_limited', `${what} Try again in ${wait}.`, { data: { retryAfter } })
}
