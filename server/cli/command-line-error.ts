import { AlcoveError, type ErrorDetails } from '../../shared/errors.ts'

/** What the command line says is wrong in itself: nothing was read, opened or tried. */
export class CommandLineError extends AlcoveError {
  constructor(message: string, details: ErrorDetails = {}) {
    super('invalid_request', message, details)
  }
}
