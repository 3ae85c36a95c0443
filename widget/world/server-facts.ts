import { atom } from 'jotai/vanilla'
import { USER_TEXT_MAX_CHARACTERS } from '../../shared/thread/message.ts'
import type { FrameConfig } from '../../shared/wire/frame-config.ts'

/** Facts from the server's document. */
export interface ServerFacts extends Pick<
  FrameConfig,
  'limits' | 'fileTypes' | 'cannotRead' | 'toolLabels' | 'hostReads' | 'suggestions'
> {
  readonly authorization: AuthorizationSettings
  /** True in a preview: of the page's tools those that read run, and all other calls are only recorded. */
  readonly recordsTools?: boolean
}

// Before the document is read, no page connects accounts and no host is trusted.
const factsAtom = atom<ServerFacts>({ authorization: { verificationHosts: [] } })

/** Limits of the server. */
export const serverLimitsAtom = atom((get): Pick<FrameConfig, 'limits' | 'fileTypes'> =>
  get(factsAtom),
)
/** Kinds of files that the assistant cannot read. */
export const cannotReadAtom = atom((get): readonly string[] => get(factsAtom).cannotRead ?? [])
/** Labels for calls of the server's tools, by name. */
export const serverToolLabelsAtom = atom(
  (get) => (get(factsAtom).toolLabels ?? {}) as Readonly<Record<string, unknown>>,
)
const wantsContentAtom = atom(false)
/** Notes whether the host page wants to read the conversation. */
export const setWantsContentAtom = atom(null, (_get, set, isWanted: boolean) =>
  set(wantsContentAtom, isWanted),
)
/** True if the page wants to read and the server allows it: then new conversations are shared. */
export const isContentSharedAtom = atom(
  (get) => get(factsAtom).hostReads === true && get(wantsContentAtom),
)
/** True if questions that the person may ask next are offered below each answer. */
export const hasSuggestionsAtom = atom((get) => get(factsAtom).suggestions === true)
export const recordsToolsAtom = atom((get) => get(factsAtom).recordsTools === true)
export const authorizationSettingsAtom = atom((get) => get(factsAtom).authorization)

/** Adds facts from the server's document. */
export const learnServerFactsAtom = atom(null, (get, set, facts: Partial<ServerFacts>) =>
  set(factsAtom, { ...get(factsAtom), ...facts }),
)

/** Maximum number of characters of a message. */
export const userTextMaxAtom = atom(
  (get) => get(serverLimitsAtom).limits?.userTextCharacters ?? USER_TEXT_MAX_CHARACTERS,
)

/** The operator's settings for authorizations that tools need. */
export interface AuthorizationSettings {
  /** The site's page that connects an account. Absent: the person is told to look at the site. */
  readonly connectUrl?: string | undefined
  /** Hosts to which a device code's page may be linked; others are shown as text. */
  readonly verificationHosts: readonly string[]
}
