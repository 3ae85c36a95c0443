import { atom } from 'jotai/vanilla'
import { AlcoveError } from '../../../shared/errors.ts'
import type { Attachment } from '../../../shared/thread/attachment.ts'
import { isUploaded, type KeptFile, type KeptUpload } from '../../device/kept-files.ts'
import { identityAtom } from '../../world/identity.ts'
import type { AttachmentTray } from '../attachments/create-attachment-tray.ts'
import type { FileChoice } from '../attachments/sort-files.ts'
import { cancelSendAtom, draftSendAtom } from './draft-send.ts'
import { shownKeyAtom } from '../../conversation/atoms/thread-keys.ts'
import { emptyTrayAtom, openTrayAtom } from './open-trays.ts'
import { sentFileAtom } from '../../files/atoms/sent-files.ts'
import { changeTrayAtom } from './shown-trays.ts'
import { noteOldFileAtom } from './fresh-files.ts'

// Loaded with the first file.

/** An action on the shown thread's tray; it clears earlier notes. */
const trayAction = <Argument>(
  act: (tray: AttachmentTray, argument: Argument) => void | Promise<void>,
) =>
  atom(null, async (get, set, argument: Argument): Promise<void> => {
    const key = get(shownKeyAtom)
    const tray = await set(openTrayAtom)
    set(changeTrayAtom, key, { notes: [] })
    await act(tray, argument)
  })

/** Removes a file and aborts its upload. @throws AlcoveError `not_found`. */
export const removeAttachmentAtom = trayAction((tray, id: string) => tray.remove(id))
/** Uploads a failed file again. @throws AlcoveError `not_found`. */
export const retryAttachmentAtom = trayAction((tray, id: string) => tray.retry(id))
const startPagesAtom = trayAction((tray, id: string) => tray.makePages(id))
/** Replaces a PDF by its pages, which changes the content of the message. @throws AlcoveError `not_found`. */
export const makePagesAtom = atom(null, (_get, set, id: string): Promise<void> => {
  set(cancelSendAtom)
  return set(startPagesAtom, id)
})

/** Adds the files that the thread accepts; notes name the others. */
export const takeFilesAtom = atom(null, async (get, set, choice: FileChoice): Promise<void> => {
  const key = get(shownKeyAtom)
  const tray = await set(openTrayAtom)
  // Adding files while the sent text is still in the field means that the message is not finished.
  if (get(draftSendAtom)?.isTaken === false) set(cancelSendAtom)
  set(changeTrayAtom, key, { notes: tray.add(choice) })
})

export interface FileSend {
  /** Ids of the files to send. Default: all in the tray at that time. */
  readonly ids?: readonly string[]
  /** Sends the message, unless the send was cancelled. Returns whether it was sent. */
  readonly submit: (files: readonly KeptUpload[]) => boolean
  /** Called instead of `submit` after a failure. */
  readonly onFail: (error: unknown) => void
}

/** Waits for the draft's files, sends the message with them, and empties the tray. */
export const sendFilesAtom = atom(
  null,
  async (_get, set, { ids, submit, onFail }: FileSend): Promise<void> => {
    try {
      const tray = await set(openTrayAtom)
      const attachments = await tray.ready(ids)
      if (submit(attachments)) set(emptyTrayAtom, { tray, ids, sent: attachments })
    } catch (error) {
      onFail(error)
    }
  },
)

/**
 * Returns these files of the draft in their current form, uploaded or not, and a function that removes them from
 * the tray.
 */
export const packFilesAtom = atom(
  null,
  async (
    _get,
    set,
    ids: readonly string[],
  ): Promise<{ files: readonly KeptFile[]; empty: () => void }> => {
    const tray = await set(openTrayAtom)
    const files = await tray.pack(ids)
    return { files, empty: () => void tray.takeAll(ids) }
  },
)

/** Adds files from the device's storage to the tray. Notes name those that it refuses. */
export const takeKeptAtom = atom(
  null,
  async (get, set, files: readonly KeptFile[]): Promise<void> => {
    const key = get(shownKeyAtom)
    const tray = await set(openTrayAtom)
    for (const file of files) {
      if (isUploaded(file)) {
        tray.restore([file])
        continue
      }
      set(noteOldFileAtom, file)
      const notes = tray.add({ files: [file] })
      if (notes.length > 0) set(changeTrayAtom, key, { notes })
    }
  },
)

/** Adds the files of a cancelled message to the tray: the server may have removed them. */
export const restoreFilesAtom = atom(
  null,
  async (get, set, attachments: readonly Attachment[]): Promise<void> => {
    const identity = get(identityAtom)
    const tray = await set(openTrayAtom)
    // The tray belongs to a previous user.
    if (get(identityAtom) !== identity) return
    for (const attachment of attachments) {
      const sent = get(sentFileAtom)(attachment.id)
      if (sent) tray.add({ files: [sent.file] })
      else tray.restore([attachment])
    }
  },
)

/** The name of the file that an error is about. */
export function namesIn(error: unknown): readonly string[] {
  const data: unknown = error instanceof AlcoveError ? error.data : undefined
  const name = typeof data === 'object' && data !== null && 'name' in data ? data.name : undefined
  return typeof name === 'string' ? [name] : []
}
