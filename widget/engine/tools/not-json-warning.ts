import { ERROR_TEXTS } from '../../../shared/error-texts.ts'

/** Of what a warning shows of a result, in characters. */
const WARNING_LIMIT_CHARACTERS = 200

/** @param text what is left of the result. */
export const notJsonWarning = (text: string): string =>
  ERROR_TEXTS.resultNotJson + text.slice(0, WARNING_LIMIT_CHARACTERS)
