import { atom } from 'jotai/vanilla'

/** The button whose image was opened in the viewer; `null` while the viewer is closed. */
export const openedImageAtom = atom<HTMLElement | null>(null)
