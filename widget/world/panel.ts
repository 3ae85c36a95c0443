import { atom } from 'jotai/vanilla'
import { isTakenAwayAtom } from './look.ts'

export interface PanelState {
  readonly isOpen: boolean
  /** Whether the person at the screen did it, and so expects the focus inside. */
  readonly userGesture: boolean
}

const panelBaseAtom = atom<PanelState>({ isOpen: false, userGesture: false })

/** What the host page last said of the panel. */
export const panelAtom = atom((get) => get(panelBaseAtom))
export const notePanelAtom = atom(null, (_get, set, panel: PanelState) => set(panelBaseAtom, panel))

/** Where the thread list stands: over the conversation, beside it, or nowhere. */
export type ListPlace = 'none' | 'cover' | 'side'

const hasRoomAtom = atom(false)
const isCoveringAtom = atom(false)
const wantsFocusAtom = atom(false)
const isBesideBaseAtom = atom(false)
const isWideBaseAtom = atom(false)
const canWidenBaseAtom = atom(false)
const isFixedBaseAtom = atom(false)
const hasNewsBaseAtom = atom(false)

/** Whether it stands beside the conversation where there is room; `list-habits.ts` keeps it. */
export const isListBesideAtom = atom((get) => get(isBesideBaseAtom))
/** Whether the panel shall be wide, for both; `list-habits.ts` keeps it. */
export const isPanelWideAtom = atom((get) => get(isWideBaseAtom))
/** What was kept is as the person left it. */
export const restoreHabitsAtom = atom(null, (_get, set, isBeside: boolean, isWide: boolean) => {
  set(isBesideBaseAtom, isBeside)
  set(isWideBaseAtom, isWide)
})
/** Whether the host page can make it wide; it says so itself. */
export const canWidenPanelAtom = atom((get) => get(canWidenBaseAtom))
export const allowWideningAtom = atom(null, (_get, set, canWiden: boolean) =>
  set(canWidenBaseAtom, canWiden),
)
/** Whether it is open for as long as it is there: nobody closes it. */
export const isPanelFixedAtom = atom((get) => get(isFixedBaseAtom))
export const fixPanelAtom = atom(null, (_get, set, isFixed: boolean) =>
  set(isFixedBaseAtom, isFixed),
)
/** Whether a thread that is not shown holds an answer that nobody has seen. */
export const hasListNewsAtom = atom((get) => get(hasNewsBaseAtom))
export const noteListNewsAtom = atom(null, (_get, set, hasNews: boolean) =>
  set(hasNewsBaseAtom, hasNews),
)

/** Whether a list and a conversation fit beside each other. The frame's look tells it. */
export const hasListRoomAtom = atom(
  (get) => get(hasRoomAtom),
  (_get, set, hasRoom: boolean) => {
    set(hasRoomAtom, hasRoom)
    // With room it has a place of its own.
    if (hasRoom) set(isCoveringAtom, false)
  },
)

export const listPlaceAtom = atom((get): ListPlace => {
  if (get(isTakenAwayAtom)('history')) return 'none'
  if (get(hasRoomAtom)) return get(isListBesideAtom) ? 'side' : 'none'
  return get(isCoveringAtom) ? 'cover' : 'none'
})

/** Shows or hides it, at the person's wish: the focus follows. */
export const toggleListAtom = atom(null, (get, set) => {
  if (get(isTakenAwayAtom)('history')) return
  const isShown = get(listPlaceAtom) !== 'none'
  set(wantsFocusAtom, !isShown)
  set(get(hasRoomAtom) ? isBesideBaseAtom : isCoveringAtom, !isShown)
})

/** Takes it from in front of the conversation; beside it, it stays. */
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

/** Whether the list shall take the focus now. Asking takes the wish away. */
export const takeListFocusAtom = atom(null, (get, set): boolean => {
  const wantsFocus = get(wantsFocusAtom)
  set(wantsFocusAtom, false)
  return wantsFocus
})
