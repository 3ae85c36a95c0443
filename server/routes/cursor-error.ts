import { AlcoveError } from '../../shared/errors.ts'

/** One refusal for a row that is not there and one that is somebody else's. */
export const createCursorError = (): AlcoveError =>
  new AlcoveError('invalid_request', 'after: expected the id of a row of the page before.')
