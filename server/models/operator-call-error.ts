/** A function of the operator that threw, was late or returned what it may not. */
export class OperatorCallError extends Error {
  override readonly name = 'OperatorCallError'
  /** Name of the function in `alcove.config.ts`. */
  readonly hook: string

  /** @param reason for the log: without texts of people. */
  constructor(hook: string, reason: string, cause?: unknown) {
    super(reason, { cause })
    this.hook = hook
  }
}

/** A hook's decision that the answer ends with a sentence for its reader. */
export class HookRefusal extends Error {
  override readonly name = 'HookRefusal'
}

/** True for an error by which a function of the operator ends an answer. */
export const isOperatorEnd = (error: unknown): error is HookRefusal | OperatorCallError =>
  error instanceof HookRefusal || error instanceof OperatorCallError
