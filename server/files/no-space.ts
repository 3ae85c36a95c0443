import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'
import { troubleOf } from '../store/disk-trouble.ts'

/** Marks the error in its `data`, for programs. */
const REASON = 'no_space'

/** Refuses a file because the server has no space, in words for its sender. */
export const createNoSpaceError = (cause?: unknown): AlcoveError =>
  new AlcoveError(
    'unavailable',
    'The server has no room for files at the moment. Messages without files can still be sent.',
    {
      hint: 'The operator finds in the server’s log what is full, and what to free.',
      data: { reason: REASON },
      ...(cause === undefined ? {} : { cause }),
    },
  )

export const isNoSpaceError = (error: unknown): error is AlcoveError =>
  error instanceof AlcoveError && isPlainObject(error.data) && error.data['reason'] === REASON

/** Runs a write, and explains errors of a full disk, a quota or a limit of file sizes. */
export async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw troubleOf(error) === 'full' ? createNoSpaceError(error) : error
  }
}
