import { AlcoveError } from '../shared/errors.ts'

/**
 * Checks the arguments of a call. The first file checks only their kind; the later ones check the rest.
 *
 * @param example right arguments, for the hint. @throws AlcoveError `invalid_request`.
 */
export function expectCall(
  isRight: boolean,
  name: string,
  expected: string,
  example: string,
): void {
  if (isRight) return
  const hint = `For example Alcove('${name}', ${example}).`
  throw new AlcoveError('invalid_request', `${name}: expected ${expected}`, { hint })
}
