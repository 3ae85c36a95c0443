import { atom } from 'jotai/vanilla'
import { USER_TEXT_MAX_CHARACTERS } from '../../shared/thread/message.ts'
import type { FrameConfig } from '../../shared/wire/frame-config.ts'

/** What the server takes, as far as its document said. */
export const serverLimitsAtom = atom<Pick<FrameConfig, 'limits' | 'fileTypes'>>({})

/** The longest text of a message. */
export const userTextMaxAtom = atom(
  (get) => get(serverLimitsAtom).limits?.userTextCharacters ?? USER_TEXT_MAX_CHARACTERS,
)
