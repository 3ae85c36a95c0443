import { atom } from 'jotai/vanilla'
import { ERROR_TEXTS } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { CLOUD_ACCEPT, LOCAL_ACCEPT } from '../engine/attachments/accept-types.ts'
import type { FileChoice } from '../engine/attachments/sort-files.ts'
import { depsOf } from './chat-deps.ts'
import { draftKeyAtom } from './draft-key.ts'
import { identityAtom } from './identity.ts'
import { changeTrayAtom, shownTrayAtom } from './shown-trays.ts'
import { capabilitiesAtom, isBlockedAtom } from './thread.ts'

export type { FileChoice } from '../engine/attachments/sort-files.ts'
export type { TrayAttachment } from '../engine/attachments/tray-attachment.ts'
export type { TrayNote } from './shown-trays.ts'
export { FILE_MAX_BYTES, FILES_PER_MESSAGE_MAX } from '../engine/attachments/file-limits.ts'

/** The files of the shown thread's draft. */
export const attachmentsAtom = atom((get) => get(shownTrayAtom).items)
/** What is to be said of the last choice of files. */
export const attachmentNotesAtom = atom((get) => get(shownTrayAtom).notes)
/** Whether the thread can take files at all; without it nothing of them is offered. */
export const hasAttachmentsAtom = atom((get) => get(capabilitiesAtom).attachments)
export const canAttachAtom = atom((get) => get(hasAttachmentsAtom) && !get(isBlockedAtom))
/** What may be picked, as an `accept` attribute says it. */
export const attachmentAcceptAtom = atom((get) =>
  get(identityAtom)?.cloud.files ? CLOUD_ACCEPT : LOCAL_ACCEPT,
)

/**
 * Takes what can be taken; the notes say what was left out.
 *
 * @throws AlcoveError `invalid_request`: the thread takes no files.
 */
export const addFilesAtom = atom(null, async (get, set, choice: FileChoice): Promise<void> => {
  if (!get(canAttachAtom)) {
    throw new AlcoveError('invalid_request', ERROR_TEXTS.attachmentsNotSupported)
  }
  const key = get(draftKeyAtom)
  const identity = get(identityAtom)
  try {
    const { takeFilesAtom } = await import('./tray-actions.ts')
    // In another thread, or for somebody else, they were not meant.
    if (get(identityAtom) === identity && get(draftKeyAtom) === key) {
      await set(takeFilesAtom, choice)
    }
  } catch (error) {
    depsOf(get).report('Files could not be attached:', error)
    if (get(identityAtom) !== identity) return
    set(changeTrayAtom, key, { notes: [{ type: 'failed', names: [] }] })
  }
})
