import { atom } from 'jotai/vanilla'

const openedBaseAtom = atom<HTMLElement | null>(null)
/** The button of the image in the viewer; `null` while the viewer is closed. */
export const openedImageAtom = atom(
  (get) => get(openedBaseAtom),
  (_get, set, button: HTMLElement | null) => set(openedBaseAtom, button),
)
