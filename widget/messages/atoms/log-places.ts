import { atom, type Getter } from 'jotai/vanilla'
import { shownThreadIdAtom } from '../../conversation/atoms/conversations.ts'
import { newAnswerIdAtom } from '../../thread-list/atoms/unread.ts'

/** Where somebody stood in a conversation that they left. */
export interface LogPlace {
  readonly messageId: string
  /** Pixels from the log's upper edge to that of the message. */
  readonly offset: number
  /** It was held under the header, while its answer came below it. */
  readonly isHeld: boolean
}

/** Places that are remembered; of more, the one that was left first is forgotten. */
const PLACES_MAX = 100

/** By slot, as long as this page is there. */
const placesAtom = atom<ReadonlyMap<string, LogPlace>>(new Map())

/** Remembers where somebody left a conversation; `null`: at its end, where it opens anyway. */
export const noteLogPlaceAtom = atom(null, (get, set, thread: string, place: LogPlace | null) => {
  const others = [...get(placesAtom)].filter(([other]) => other !== thread)
  set(
    placesAtom,
    new Map(place ? [...others, [thread, place] as const].slice(-PLACES_MAX) : others),
  )
})

/** Where the conversation that is shown was left; `null` where something new is to be seen first. */
export function findLogPlace(get: Getter): LogPlace | null {
  const shown = get(shownThreadIdAtom)
  if (shown === null || get(newAnswerIdAtom) !== null) return null
  return get(placesAtom).get(shown) ?? null
}
