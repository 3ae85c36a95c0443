import type { AlcoveError } from '../shared/errors.ts'

/** Tells the developer of the host page. */
export function report({ code, message, hint = '' }: AlcoveError): void {
  console.error(`[Alcove] ${code}: ${message} ${hint}`)
}
