import { AlcoveError } from '../errors.ts'

/** How much of a thrown value's text is kept, in characters. */
export const THROWN_LIMIT_CHARACTERS = 8_192

/** What a model is told of whatever a tool threw. Never throws itself. */
export function describeThrown(error: unknown): string {
  try {
    const text = error instanceof AlcoveError ? error.message : String(error)
    return text.slice(0, THROWN_LIMIT_CHARACTERS)
  } catch {
    return 'Error'
  }
}
