import type { AlcoveError } from '../shared/errors.ts'

/** Tells the developer of the host page. */
export function report(error: AlcoveError): void {
  console.error(`[Alcove] ${error.code}: ${error.message} ${error.hint ?? ''}`)
}
