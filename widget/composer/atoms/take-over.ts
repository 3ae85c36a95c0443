import { atom } from 'jotai/vanilla'
import { awaitThreadAtom } from '../../thread-list/atoms/opening.ts'
import type { FileChoice } from '../attachments/sort-files.ts'
import { addFilesAtom, canAttachAtom, refuseFilesAtom } from './attachments.ts'
import { draftAtom, sendDraftAtom } from './composer.ts'

/** Input of a person from before the app took the composer over. */
export interface EarlyInput {
  /** The text of a message that was sent. */
  readonly sent: string | null
  /** The text in the field. */
  readonly typed: string
  /** Pasted and dropped files. */
  readonly files: readonly FileChoice[]
  /** The text in the field was sent with its files. */
  readonly isSendWished: boolean
}

/**
 * Puts the early input into the composer, as if it were entered now. Afterwards the draft is the text in the field, so
 * that drawing the composer writes nothing; but a message that cannot be sent comes back, in front of that text.
 */
export const takeOverAtom = atom(
  null,
  (get, set, { sent, typed, files, isSendWished }: EarlyInput): void => {
    if (sent !== null) {
      set(draftAtom, sent)
      void set(sendDraftAtom)
    }
    // A message on its way has left the draft.
    const rest = get(draftAtom)
    const texts = [rest, typed].filter((text) => text !== '')
    if (typed !== '') set(draftAtom, texts.join('\n\n'))
    if (files.length > 0) void set(takeEarlyFilesAtom, files, isSendWished)
    else if (isSendWished) void set(sendDraftAtom)
  },
)

/** Adds files when the thread is there, which decides whether it takes any; then sends what was sent with them. */
const takeEarlyFilesAtom = atom(
  null,
  async (get, set, files: readonly FileChoice[], isSendWished: boolean): Promise<void> => {
    await set(awaitThreadAtom)
    const text = get(draftAtom)
    for (const choice of files) {
      if (get(canAttachAtom)) await set(addFilesAtom, choice)
      else set(refuseFilesAtom, choice)
    }
    // Text that was typed since belongs to an unfinished message.
    if (isSendWished && get(canAttachAtom) && get(draftAtom) === text) await set(sendDraftAtom)
  },
)
