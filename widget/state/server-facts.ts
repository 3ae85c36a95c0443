import { atom } from 'jotai/vanilla'
import { USER_TEXT_MAX_CHARACTERS } from '../../shared/thread/message.ts'
import type { FrameConfig } from '../../shared/wire/frame-config.ts'

/** What the server takes, as far as its document said. */
export const serverLimitsAtom = atom<Pick<FrameConfig, 'limits' | 'fileTypes'>>({})

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

/** Set once, from the frame's configuration. Default: no page, no hosts. */
export const authorizationSettingsAtom = atom<AuthorizationSettings>({ verificationHosts: [] })
