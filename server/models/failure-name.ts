import { AlcoveError } from '../../shared/errors.ts'

/**
 * What a log may say of a tool's failure: our own sentence, or the name of what was thrown. The words
 * of somebody else's error may hold secrets.
 */
export function failureName(error: unknown): string {
  const cause = error instanceof AlcoveError && error.cause !== undefined ? error.cause : error
  if (cause instanceof AlcoveError) return cause.message
  return cause instanceof Error ? cause.name : 'not an error'
}
