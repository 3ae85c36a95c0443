import { atom } from 'jotai/vanilla'
import type { TranscriptFormat } from '../../shared/bridge/transcript.ts'

/** A dialog that the header's menu opens, or the page. */
export type MenuDialog = 'context' | 'transcript' | 'settings' | 'shortcuts' | 'clear'

export interface OpenDialog {
  readonly name: MenuDialog
  /** Told once what became of it: whether the person did what it offers. */
  readonly onEnd?: ((isDone: boolean) => void) | undefined
}

const dialogBaseAtom = atom<OpenDialog | null>(null)
export const menuDialogAtom = atom((get) => get(dialogBaseAtom))

/** Shows a dialog in place of the one that is open, which ends without anything done; `null`: none. */
export const openMenuDialogAtom = atom(null, (get, set, dialog: OpenDialog | null) => {
  const before = get(dialogBaseAtom)
  set(dialogBaseAtom, dialog)
  before?.onEnd?.(false)
})

/** The person did what the dialog offers. */
export const finishMenuDialogAtom = atom(null, (get, set) => {
  const dialog = get(dialogBaseAtom)
  set(dialogBaseAtom, null)
  dialog?.onEnd?.(true)
})

/** The page reads the conversation, and wants it whole. */
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
