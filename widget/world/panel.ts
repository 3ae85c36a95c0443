import { atom } from 'jotai/vanilla'
import { isTakenAwayAtom } from './look.ts'

export interface PanelState {
  readonly isOpen: boolean
  /** True if a person caused the change, and so expects the focus inside. */
  readonly userGesture: boolean
}

const panelBaseAtom = atom<PanelState>({ isOpen: false, userGesture: false })

/** State of the panel, as the host page reported it last. */
export const panelAtom = atom((get) => get(panelBaseAtom))
export const notePanelAtom = atom(null, (_get, set, panel: PanelState) => set(panelBaseAtom, panel))

/** Place of the thread list: over the conversation, beside it, or hidden. */
export type ListPlace = 'none' | 'cover' | 'side'

const hasRoomAtom = atom(false)
const isCoveringAtom = atom(false)
const wantsFocusAtom = atom(false)
const isBesideBaseAtom = atom(false)
const isWideBaseAtom = atom(false)
const canWidenBaseAtom = atom(false)
const isFixedBaseAtom = atom(false)
const hasNewsBaseAtom = atom(false)

/** True if the list is shown beside the conversation, given space; stored by `list-habits.ts`. */
export const isListBesideAtom = atom((get) => get(isBesideBaseAtom))
/** True if the panel is widened for list and conversation; stored by `list-habits.ts`. */
export const isPanelWideAtom = atom((get) => get(isWideBaseAtom))
/** Restores the person's stored habits. */
export const restoreHabitsAtom = atom(null, (_get, set, isBeside: boolean, isWide: boolean) => {
  set(isBesideBaseAtom, isBeside)
  set(isWideBaseAtom, isWide)
})
/** True if the host page reports that it can widen the panel. */
export const canWidenPanelAtom = atom((get) => get(canWidenBaseAtom))
export const allowWideningAtom = atom(null, (_get, set, canWiden: boolean) =>
  set(canWidenBaseAtom, canWiden),
)
/** True if the panel is always open and cannot be closed. */
export const isPanelFixedAtom = atom((get) => get(isFixedBaseAtom))
export const fixPanelAtom = atom(null, (_get, set, isFixed: boolean) =>
  set(isFixedBaseAtom, isFixed),
)
/** True if another thread has an unread answer. */
export const hasListNewsAtom = atom((get) => get(hasNewsBaseAtom))
export const noteListNewsAtom = atom(null, (_get, set, hasNews: boolean) =>
  set(hasNewsBaseAtom, hasNews),
)

/** True if list and conversation fit beside each other. Measured by the frame's layout. */
export const hasListRoomAtom = atom(
  (get) => get(hasRoomAtom),
  (_get, set, hasRoom: boolean) => {
    set(hasRoomAtom, hasRoom)
    // With enough space, the list does not cover the conversation.
    if (hasRoom) set(isCoveringAtom, false)
  },
)

export const listPlaceAtom = atom((get): ListPlace => {
  if (get(isTakenAwayAtom)('history')) return 'none'
  if (get(hasRoomAtom)) return get(isListBesideAtom) ? 'side' : 'none'
  return get(isCoveringAtom) ? 'cover' : 'none'
})

/** Shows or hides the list for the person; the focus follows. */
export const toggleListAtom = atom(null, (get, set) => {
  if (get(isTakenAwayAtom)('history')) return
  const isShown = get(listPlaceAtom) !== 'none'
  set(wantsFocusAtom, !isShown)
  set(get(hasRoomAtom) ? isBesideBaseAtom : isCoveringAtom, !isShown)
})

/** Hides a list that covers the conversation. Beside it, the list stays. */
export const uncoverAtom = atom(null, (_get, set) => {
  set(wantsFocusAtom, false)
  set(isCoveringAtom, false)
})

/** Makes the panel wide enough for list and conversation, or narrow again. */
export const widenPanelAtom = atom(null, (_get, set, isWide: boolean) => {
  set(wantsFocusAtom, isWide)
  set(isBesideBaseAtom, isWide)
  set(isWideBaseAtom, isWide)
})

/** Returns whether the list shall take the focus now, and clears the request. */
export const takeListFocusAtom = atom(null, (get, set): boolean => {
  const wantsFocus = get(wantsFocusAtom)
  set(wantsFocusAtom, false)
  return wantsFocus
})
