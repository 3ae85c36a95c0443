import { atom } from 'jotai/vanilla'
import { USER_TEXT_MAX_CHARACTERS } from '../../shared/thread/message.ts'
import type { FrameConfig } from '../../shared/wire/frame-config.ts'

/** What the server's document said. */
export interface ServerFacts extends Pick<
  FrameConfig,
  'limits' | 'fileTypes' | 'toolLabels' | 'hostReads'
> {
  readonly authorization: AuthorizationSettings
}

// Until it said anything there is no page that connects an account, and no host is trusted.
const factsAtom = atom<ServerFacts>({ authorization: { verificationHosts: [] } })

/** What the server takes. */
export const serverLimitsAtom = atom((get): Pick<FrameConfig, 'limits' | 'fileTypes'> =>
  get(factsAtom),
)
/** What people read of calls of the server's tools, by name. */
export const serverToolLabelsAtom = atom(
  (get) => (get(factsAtom).toolLabels ?? {}) as Readonly<Record<string, unknown>>,
)
const wantsContentAtom = atom(false)
/** The page around the chat says whether it wants to hear what is said. */
export const setWantsContentAtom = atom(null, (_get, set, isWanted: boolean) =>
  set(wantsContentAtom, isWanted),
)
/** It wants to, and the service lets it: in conversations that are begun from now on. */
export const isContentSharedAtom = atom(
  (get) => get(factsAtom).hostReads === true && get(wantsContentAtom),
)
export const authorizationSettingsAtom = atom((get) => get(factsAtom).authorization)

/** The server's document was read. */
export const learnServerFactsAtom = atom(null, (get, set, facts: Partial<ServerFacts>) =>
  set(factsAtom, { ...get(factsAtom), ...facts }),
)

/** The longest text of a message. */
export const userTextMaxAtom = atom(
  (get) => get(serverLimitsAtom).limits?.userTextCharacters ?? USER_TEXT_MAX_CHARACTERS,
)

/** What the operator says about authorisations that tools need. */
export interface AuthorizationSettings {
  /** The site's page that connects an account; without it the person is told to look there. */
  readonly connectUrl?: string | undefined
  /** Hosts that a device code's page may be linked to; others are shown as text. */
  readonly verificationHosts: readonly string[]
}
