import type { GetToken, HostIdentity, MergeWish } from '../../shared/bridge/contract.ts'
import type { AlcoveError } from '../../shared/errors.ts'
import type { HostPage } from './host-page.ts'
import type { Extras } from './keep-place.ts'
import type { IdentityClaim } from '../page-said.ts'

/** Who chats, as the frame is told, and what the page's own side has for it. */
interface KnownIdentity {
  readonly identity: HostIdentity
  readonly getToken?: GetToken | undefined
}

/**
 * Who chats by what the page said, one after the other.
 *
 * @param update tells the frame, where there is one.
 */
export function createIdentities(
  { given: page, redraw }: Pick<HostPage, 'given' | 'redraw'>,
  importExtras: () => Promise<Extras>,
  update: () => Promise<unknown>,
) {
  let known = recognise(page.who) ?? NOBODY

  /**
   * Only what is neither a function nor a word has to be read. Returns what is wrong with it,
   * `config_invalid`: then nobody chats, and least of all a visitor without a name.
   */
  async function take(said: IdentityClaim): Promise<AlcoveError | undefined> {
    const { epoch, given } = said
    const next = recognise(said)
    // Until it is read nothing is sent for the person who chats: another one may be meant.
    known = next ?? { identity: nobody(epoch, true) }
    if (next) return undefined
    update().catch(() => {})
    const result = await readIdentity(given)
    const fault = result.isUsable ? undefined : result.fault
    if (said !== page.who) return fault
    const identity = result.isUsable
      ? { ...result.credentials, epoch, merge: mergeOf(given) }
      : nobody(epoch)
    known = { identity }
    return fault
  }

  /** Reads the page's words; a file of the loader that does not come is a fault as well. */
  async function readIdentity(given: unknown): Promise<ReturnType<Extras['readCredentials']>> {
    try {
      return (await importExtras()).readCredentials(given)
    } catch (error) {
      return { isUsable: false, fault: error as AlcoveError }
    }
  }

  return {
    now: () => known,
    /** The page said who chats, and perhaps somebody else by now; as `PanelSide.identify`. */
    async identify(said: IdentityClaim): Promise<unknown> {
      const taking = take(said)
      // Says so to the page, too.
      redraw()
      const fault = await taking
      if (said !== page.who) return undefined
      redraw()
      const updating = update()
      if (!fault) return updating
      updating.catch(() => {})
      throw fault
    },
  }
}

/** Whoever says it in another way is asked. */
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
  // There is no other: whoever asks again is told that nobody is signed in any more.
  if (typeof token === 'string')
    return { identity, getToken: ({ previous }) => (previous === token ? null : token) }
  if (given === 'anonymous') return { identity: { epoch, mode: given } }
  return given === 'token' || given === 'none' ? { identity: nobody(epoch) } : undefined
}
