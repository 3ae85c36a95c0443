import { atom } from 'jotai/vanilla'

export interface PanelState {
  readonly isOpen: boolean
  /** Whether the person at the screen did it, and so expects the focus inside. */
  readonly userGesture: boolean
}

/** What the host page last said of the panel. */
export const panelFactAtom = atom<PanelState>({ isOpen: false, userGesture: false })
