import { AlcoveError } from '../../shared/errors.ts'
import { isConnectionFailure } from '../engine/backoff.ts'

/** An answer runs in the thread, or its session was closed: neither says anything of the message. */
const NO_REFUSALS: readonly string[] = ['run_active', 'destroyed']

/** What a message that was not taken does: goes out by itself later, or asks the person. */
export const decideRefusal = (error: unknown): 'wait' | 'ask' =>
  isConnectionFailure(error) || (error instanceof AlcoveError && NO_REFUSALS.includes(error.code))
    ? 'wait'
    : 'ask'
