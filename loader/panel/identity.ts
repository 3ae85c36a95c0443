import type { GetToken, HostIdentity, MergeWish } from '../../shared/bridge/contract.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import type { HostPage } from './host-page.ts'
import type { Extras } from './keep-place.ts'
import type { IdentityClaim } from '../page-state.ts'

/** The user as sent to the frame, and the page's own functions for it. */
interface KnownIdentity {
  readonly identity: HostIdentity
  readonly getToken?: GetToken | undefined
}

/**
 * Keeps the current user from the page's statements, one after the other.
 *
 * @param update sends the setup to the frame, if there is one.
 */
export function createIdentities(
  { given: page, redraw }: Pick<HostPage, 'given' | 'redraw'>,
  importExtras: () => Promise<Extras>,
  update: () => Promise<unknown>,
) {
  let known = recognise(page.who) ?? NOBODY

  /**
   * Functions and words are taken directly; all other values are validated. Returns the fault of an invalid
   * one, `config_invalid`: then the chat has no user, and in particular no anonymous visitor.
   */
  async function take(claim: IdentityClaim): Promise<AlcoveError | undefined> {
    const { epoch, given } = claim
    const next = recognise(claim)
    // Until the value is validated nothing is sent for the current user, because it may name another one.
    known = next ?? { identity: nobody(epoch, true) }
    if (next) return undefined
    update().catch(() => {})
    const result = await readIdentity(given)
    const fault = result.isUsable ? undefined : (claim.fault = result.fault)
    if (claim !== page.who) return fault
    const identity = result.isUsable
      ? { ...result.credentials, epoch, merge: mergeOf(given) }
      : nobody(epoch)
    known = { identity }
    return fault
  }

  /** Validates the page's value; a file of the loader that does not load is a fault as well. */
  async function readIdentity(given: unknown): Promise<ReturnType<Extras['readCredentials']>> {
    try {
      return (await importExtras()).readCredentials(given)
    } catch (error) {
      return { isUsable: false, fault: error as AlcoveError }
    }
  }

  return {
    now: () => known,
    /** The page set its user, and may have set another one since; see `PanelSide.identify`. */
    async identify(claim: IdentityClaim): Promise<unknown> {
      const taking = take(claim)
      // Also emits the change to the page.
      redraw()
      const fault = await taking
      if (claim !== page.who) return undefined
      redraw()
      const updating = update()
      if (!fault) return updating
      updating.catch(() => {})
      throw fault
    },
  }
}

/** Any other value means `ask`. */
function mergeOf(given: unknown): MergeWish | undefined {
  const { merge } = Object(given) as { merge?: unknown }
  return merge === 'always' || merge === 'never' ? merge : undefined
}

const nobody = (epoch: number, isComing?: boolean): HostIdentity => ({
  epoch,
  mode: 'token',
  isNobody: true,
  isComing,
})
const NOBODY: KnownIdentity = { identity: nobody(0) }

function recognise({ epoch, given }: IdentityClaim): KnownIdentity | undefined {
  const { getToken, token } = Object(given) as { getToken?: GetToken; token?: unknown }
  const identity = { epoch, mode: 'token', merge: mergeOf(given) } as const
  if (typeof getToken === 'function') return { identity, getToken }
  // A single token cannot be renewed: a request after it expired gets `null`, which signs the user out.
  if (typeof token === 'string')
    return { identity, getToken: ({ previous }) => (previous === token ? null : token) }
  if (given === 'anonymous') return { identity: { epoch, mode: given } }
  return given === 'token' || given === 'none' ? { identity: nobody(epoch) } : undefined
}
