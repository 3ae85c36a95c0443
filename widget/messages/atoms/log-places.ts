import { atom, type Getter } from 'jotai/vanilla'
import { shownThreadIdAtom } from '../../conversation/atoms/conversations.ts'
import { newAnswerIdAtom } from '../../thread-list/atoms/unread.ts'

/** Position of the reader in a conversation when they left it. */
export interface LogPlace {
  readonly messageId: string
  /** Pixels from the log's upper edge to that of the message. */
  readonly offset: number
  /** True if the message was held under the header while its answer arrived below. */
  readonly isHeld: boolean
}

/** Number of remembered places; beyond it the oldest is removed. */
const PLACES_MAX = 100

/** By slot, for the lifetime of this page. */
const placesAtom = atom<ReadonlyMap<string, LogPlace>>(new Map())

/** Remembers where the reader left a conversation; `null`: at its end, where it opens by default. */
export const noteLogPlaceAtom = atom(null, (get, set, thread: string, place: LogPlace | null) => {
  const others = [...get(placesAtom)].filter(([other]) => other !== thread)
  set(
    placesAtom,
    new Map(place ? [...others, [thread, place] as const].slice(-PLACES_MAX) : others),
  )
})

/** The place where the shown conversation was left; `null` if new content is shown first. */
export function findLogPlace(get: Getter): LogPlace | null {
  const shown = get(shownThreadIdAtom)
  if (shown === null || get(newAnswerIdAtom) !== null) return null
  return get(placesAtom).get(shown) ?? null
}
