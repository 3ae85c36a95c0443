import { serializeError } from '../../shared/errors.ts'
import { retryAfterOf } from '../api/request-error.ts'
import type { OutboxState } from '../device/outbox-store.ts'

/** Longest limit, in seconds, whose end a message waits for. Behind a longer one, a person decides. */
export const REPEAT_MAX_S = 90

const SECOND_MS = 1000

/** State of a message that was refused in the given state. A message that was sent again waits for no other end. */
export function refusedState(before: OutboxState, error: unknown, now: number): OutboxState {
  const failed = { type: 'failed', error: serializeError(error) } as const
  const seconds = retryAfterOf(error)
  if (seconds === undefined) return failed
  const isNear = failed.error.code === 'rate_limited' && seconds <= REPEAT_MAX_S
  const isRepeat = before.type === 'waiting' && before.isRepeat === true
  const endsAt = now + seconds * SECOND_MS
  return { ...failed, endsAt, ...(isNear && !isRepeat ? { repeats: true } : {}) }
}

/** Time at which a message is sent again by itself, in ms since 1970; `undefined`: a person decides. */
export const repeatTime = (state: OutboxState): number | undefined =>
  state.type === 'failed' && state.repeats ? state.endsAt : undefined
