import { AlcoveError } from '../../shared/errors.ts'

/**
 * Said to whoever asks for a visitor's first token, and to whoever proves to be a caller of a project
 * that was switched off. All others are refused as they would be if the project were there: so nobody
 * learns who is a customer here.
 */
export const createAbsentError = (): AlcoveError =>
  new AlcoveError('not_found', 'Project not found')
