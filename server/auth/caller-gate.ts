import { AlcoveError } from '../../shared/errors.ts'
import type { Project } from '../projects/project.ts'
import type { BlockedAddresses } from './blocked-addresses.ts'
import type { Identity } from './identity.ts'

/** The fields of a call that the gate checks. */
export interface Caller {
  readonly project: Pick<Project, 'id' | 'isNamedOnly'>
  readonly address: string
  /** Undefined: the call needs no token. */
  readonly identity?: Pick<Identity, 'kind' | 'isServer'> | undefined
}

/**
 * Refuses callers whom the operator blocks. A server's key always passes; a user whom the host's server named
 * passes unless the block includes everybody.
 *
 * @throws AlcoveError `address_blocked`, `named_only`.
 */
export type CallerGate = (caller: Caller) => Promise<void>

export const createCallerGate =
  (blocked: BlockedAddresses): CallerGate =>
  async ({ project, address, identity }) => {
    if (identity?.isServer === true) return
    const isNamed = identity?.kind === 'host'
    const reach = await blocked.find(project.id, address)
    if (reach === 'everybody' || (reach === 'visitors' && !isNamed)) throw createBlockedError()
    if (identity && !isNamed) requireVisitorsAllowed(project)
  }

/** @throws AlcoveError `named_only`. */
export function requireVisitorsAllowed({ isNamedOnly }: Pick<Project, 'isNamedOnly'>): void {
  if (!isNamedOnly) return
  throw new AlcoveError('named_only', 'For the moment only signed-in users may chat here.', {
    hint: 'The operator set this with: project visitors <id> refused. Nothing of the visitors is lost.',
  })
}

const createBlockedError = (): AlcoveError =>
  new AlcoveError('address_blocked', 'For the moment no calls are answered to this address.', {
    hint: 'The operator blocked it (address block). Nothing is lost; the block ends by itself.',
  })
