import { AlcoveError } from '../../shared/errors.ts'

/** Seconds after which a caller tries again, where nobody knows when there is a place. */
export const BUSY_RETRY_SECONDS = 5

/**
 * An error of a server that works and has too much to do. Its sentence goes to the caller; the texts of other
 * `unavailable` errors are for the log.
 */
export const createBusyError = (message: string, retryAfter = BUSY_RETRY_SECONDS): AlcoveError =>
  new AlcoveError('unavailable', message, { data: { retryAfter } })

export const isBusyError = ({ code, data }: AlcoveError): boolean =>
  code === 'unavailable' && typeof data === 'object' && data !== null && 'retryAfter' in data
