import { atom } from 'jotai/vanilla'
import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { capabilitiesAtom } from '../../conversation/atoms/conversations.ts'
import { isBlockedAtom } from '../../conversation/atoms/thread.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { identityAtom } from '../../world/identity.ts'
import { isTakenAwayAtom } from '../../world/look.ts'
import type { FileChoice } from '../attachments/sort-files.ts'
import { shownKeyAtom } from '../../conversation/atoms/thread-keys.ts'
import { changeTrayAtom, shownTrayAtom } from './shown-trays.ts'
import { takeFilesAtom } from './tray-actions.ts'

export type { FileLimits } from '../../../shared/thread/file-limits.ts'
export type { FileChoice } from '../attachments/sort-files.ts'
export type { TrayAttachment } from '../attachments/tray-attachment.ts'
export { shownNotesAtom as attachmentNotesAtom, type TrayNote } from './shown-trays.ts'
export { attachmentAcceptAtom, fileLimitsAtom } from './open-trays.ts'

/** The files of the shown thread's draft. */
export const attachmentsAtom = atom((get) => get(shownTrayAtom).items)
/** True if the thread takes files. Otherwise the composer offers nothing for files. */
export const hasAttachmentsAtom = atom(
  (get) => get(capabilitiesAtom).attachments && !get(isTakenAwayAtom)('attachments'),
)
export const canAttachAtom = atom((get) => get(hasAttachmentsAtom) && !get(isBlockedAtom))

/** Notes that the thread takes no files, for files that were dropped or pasted. */
export const refuseFilesAtom = atom(null, (get, set, { files, folders = [] }: FileChoice): void => {
  const names = [...files.map(({ name }) => name), ...folders]
  set(changeTrayAtom, get(shownKeyAtom), { notes: [{ type: 'not-taken', names }] })
})

/**
 * Adds the files that the thread accepts; notes name the others.
 *
 * @throws AlcoveError `invalid_request`: the thread takes no files.
 */
export const addFilesAtom = atom(null, async (get, set, choice: FileChoice): Promise<void> => {
  if (!get(canAttachAtom)) {
    throw new AlcoveError('invalid_request', ERROR_TEXTS.attachmentsNotSupported)
  }
  const key = get(shownKeyAtom)
  const identity = get(identityAtom)
  try {
    await set(takeFilesAtom, choice)
  } catch (error) {
    depsOf(get).report('Files could not be attached:', error)
    if (get(identityAtom) !== identity) return
    set(changeTrayAtom, key, { notes: [{ type: 'failed', names: [] }] })
  }
})
