import { AlcoveError } from '../shared/errors.ts'

/**
 * Checks the kind of a call's arguments; the later files check the rest.
 *
 * @param given the arguments that the call takes. @throws AlcoveError `invalid_request`.
 */
export function expectCall(isRight: boolean, name: string, given: string): void {
  if (!isRight)
    throw new AlcoveError('invalid_request', `${name}: expected Alcove('${name}', ${given})`)
}
