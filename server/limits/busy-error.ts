import { AlcoveError } from '../../shared/errors.ts'

/** Seconds after which a place that was taken may be free. */
const RETRY_SECONDS = 5

/**
 * The server works as it should and has too much to do now. Unlike other `unavailable` errors, whose texts are
 * for the log, the sentence goes to the caller.
 */
export const createBusyError = (message: string, retryAfter = RETRY_SECONDS): AlcoveError =>
  new AlcoveError('unavailable', message, { data: { retryAfter } })

export const isBusyError = ({ code, data }: AlcoveError): boolean =>
  code === 'unavailable' && typeof data === 'object' && data !== null && 'retryAfter' in data
