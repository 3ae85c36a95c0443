import { AlcoveError } from '../../shared/errors.ts'
import { describeThrown } from '../../shared/bridge/plain-json.ts'

/**
 * The error about a value of the page. A value may have getters or a proxy that throw; that error is the page's own, and
 * stays in `cause`.
 */
export const toPageFault = (of: string, error: unknown): AlcoveError =>
  error instanceof AlcoveError
    ? error
    : new AlcoveError('config_invalid', `${of}: cannot be read: ${describeThrown(error)}`, {
        cause: error,
      })
