import { atom } from 'jotai/vanilla'
import type { TranscriptFormat } from '../../shared/bridge/transcript.ts'

/** A dialog that the header's menu or the page opens. */
export type MenuDialog = 'context' | 'transcript' | 'settings' | 'shortcuts' | 'clear'

export interface OpenDialog {
  readonly name: MenuDialog
  /** Called once at its end, with true if the person did what the dialog offers. */
  readonly onEnd?: ((isDone: boolean) => void) | undefined
}

const dialogBaseAtom = atom<OpenDialog | null>(null)
export const menuDialogAtom = atom((get) => get(dialogBaseAtom))

/** Shows a dialog and ends the open one as not done; `null`: shows none. */
export const openMenuDialogAtom = atom(null, (get, set, dialog: OpenDialog | null) => {
  const before = get(dialogBaseAtom)
  set(dialogBaseAtom, dialog)
  before?.onEnd?.(false)
})

/** Ends the dialog as done. */
export const finishMenuDialogAtom = atom(null, (get, set) => {
  const dialog = get(dialogBaseAtom)
  set(dialogBaseAtom, null)
  dialog?.onEnd?.(true)
})

/** The page's request for the whole conversation. */
export interface TranscriptWish {
  readonly format: TranscriptFormat
  readonly onRead: (text: string) => void
  readonly onFail: (error: unknown) => void
}

const wishBaseAtom = atom<TranscriptWish | null>(null)
export const transcriptWishAtom = atom((get) => get(wishBaseAtom))
export const wishTranscriptAtom = atom(null, (_get, set, wish: TranscriptWish | null) =>
  set(wishBaseAtom, wish),
)
