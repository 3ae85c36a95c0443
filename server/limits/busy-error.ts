import { AlcoveError } from '../../shared/errors.ts'

/** Seconds until a retry, if it is unknown when there is a free place. */
export const BUSY_RETRY_SECONDS = 5

/**
 * An error of a server that works and is too busy. Its sentence goes to the caller; texts of other
 * `unavailable` errors are only logged.
 */
export const createBusyError = (message: string, retryAfter = BUSY_RETRY_SECONDS): AlcoveError =>
  new AlcoveError('unavailable', message, { data: { retryAfter } })

export const isBusyError = ({ code, data }: AlcoveError): boolean =>
  code === 'unavailable' && typeof data === 'object' && data !== null && 'retryAfter' in data
