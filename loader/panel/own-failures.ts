import { AlcoveError } from '../../shared/errors.ts'

/** Failures of the page's own functions. The frame gets none of their words, and reports them back without a cause. */
export interface OwnFailures {
  /** Awaits a function of the page, and keeps its failure until it is called again. */
  keep<Result>(name: string, running: Promise<Result>): Promise<Result>
  /** Awaits the frame; a failure that the page's own function caused gets its error as the cause. */
  restore<Result>(answering: Promise<Result>): Promise<Result>
}

export function createOwnFailures(): OwnFailures {
  const failures = new Map<string, AlcoveError>()

  const addCause = (error: unknown): unknown => {
    if (!(error instanceof AlcoveError) || error.cause !== undefined) return error
    const { code, message, hint, data } = error
    const own = [...failures.values()].find((each) => each.code === code)
    if (own?.cause === undefined) return error
    return new AlcoveError(code, message, {
      ...(hint !== undefined && { hint }),
      ...(data !== undefined && { data }),
      cause: own.cause,
    })
  }

  return {
    async keep(name, running) {
      failures.delete(name)
      try {
        return await running
      } catch (error) {
        if (error instanceof AlcoveError) failures.set(name, error)
        throw error
      }
    },
    async restore(answering) {
      try {
        return await answering
      } catch (error) {
        throw addCause(error)
      }
    },
  }
}
