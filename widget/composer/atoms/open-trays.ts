import { atom } from 'jotai/vanilla'
import { AlcoveError, serializeError } from '../../../shared/errors.ts'
import type { Attachment } from '../../../shared/thread/attachment.ts'
import { FILE_LIMITS, type FileLimits } from '../../../shared/thread/file-limits.ts'
import { isUploaded, type KeptFile, type KeptUpload } from '../../device/kept-files.ts'
import {
  forgetSentFilesAtom,
  keepSentFileAtom,
  sentFileAtom,
} from '../../files/atoms/sent-files.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { identityAtom } from '../../world/identity.ts'
import { cannotReadAtom, serverLimitsAtom } from '../../world/server-facts.ts'
import { createCloudAdapter, createLocalAdapter } from '../attachments/attachment-adapter.ts'
import { createAttachmentTray, type AttachmentTray } from '../attachments/create-attachment-tray.ts'
import { CLOUD_ACCEPT, LOCAL_ACCEPT } from '../attachments/sort-files.ts'
import type { TrayAttachment } from '../attachments/tray-attachment.ts'
import { shownKeyAtom } from '../../conversation/atoms/thread-keys.ts'
import { changeTrayAtom, trayEndsAtom } from './shown-trays.ts'

// Loaded with the first file.

/** Limits for attachments. Visitors without a name get lower ones than other users. */
export const fileLimitsAtom = atom((get): FileLimits => {
  const { limits } = get(serverLimitsAtom)
  const isNamed = get(identityAtom)?.mode === 'token'
  const fileBytes = isNamed ? limits?.fileBytes : limits?.anonymousFileBytes
  return {
    fileBytes: fileBytes ?? FILE_LIMITS.fileBytes,
    imageBytes: limits?.imageBytes ?? FILE_LIMITS.imageBytes,
    filesPerMessage: limits?.filesPerMessage ?? FILE_LIMITS.filesPerMessage,
  }
})

/** The accepted file types, as an `accept` attribute. */
export const attachmentAcceptAtom = atom((get) => {
  if (!get(identityAtom)?.cloud.files) return LOCAL_ACCEPT
  return get(serverLimitsAtom).fileTypes?.join(',') ?? CLOUD_ACCEPT
})

const openTraysAtom = atom(() => new Map<string, Promise<AttachmentTray>>())
const forgetAtom = atom(null, (get, set) => {
  const trays = get(openTraysAtom)
  for (const opening of trays.values()) void endTray(opening)
  trays.clear()
  set(forgetSentFilesAtom)
})

/** The tray of the shown thread. */
export const openTrayAtom = atom(null, (get, set): Promise<AttachmentTray> => {
  const key = get(shownKeyAtom)
  const trays = get(openTraysAtom)
  const known = trays.get(key)
  if (known) return known
  get(trayEndsAtom).add(set.bind(null, forgetAtom))
  const opening = set(createTrayAtom, (items) => set(changeTrayAtom, key, { items }))
  trays.set(key, opening)
  opening.catch(() => {
    if (trays.get(key) === opening) trays.delete(key)
  })
  return opening
})

const createTrayAtom = atom(
  null,
  async (
    get,
    _set,
    onChange: (items: readonly TrayAttachment[]) => void,
  ): Promise<AttachmentTray> => {
    // Without a server, files are sent inside the message.
    const accept = get(attachmentAcceptAtom)
    const limits = get(fileLimitsAtom)
    const files = await get(identityAtom)?.cloud.files?.()
    const { clock, report } = depsOf(get)
    const onFailure = (error: unknown) =>
      report('A file could not be uploaded:', serializeError(error))
    return createAttachmentTray({
      adapter: files ? createCloudAdapter(files, { accept, onFailure }) : createLocalAdapter(),
      clock,
      limits,
      cannotRead: get(cannotReadAtom),
      onChange,
      previews: {
        create: (file) => URL.createObjectURL(file),
        drop: (url) => URL.revokeObjectURL(url),
      },
    })
  },
)

/** Removes the tray of a thread, if there is one, and aborts its uploads. */
export const dropTrayAtom = atom(null, async (get, set, key: string): Promise<void> => {
  const trays = get(openTraysAtom)
  const opening = trays.get(key)
  trays.delete(key)
  if (!opening) return
  await endTray(opening)
  set(changeTrayAtom, key, { items: [], notes: [] })
})

export interface SentTray {
  readonly tray: AttachmentTray
  /** Ids of the sent files. Default: all. */
  readonly ids: readonly string[] | undefined
  readonly sent: readonly Attachment[]
}

/**
 * Empties a tray after a send. The sent files stay available: their images are shown, and the message may come
 * back.
 */
export const emptyTrayAtom = atom(null, (_get, set, { tray, ids, sent }: SentTray) => {
  for (const [index, { file, previewUrl }] of tray.takeAll(ids).entries()) {
    const id = sent[index]?.id
    if (id !== undefined && file) set(keepSentFileAtom, id, { file, previewUrl })
  }
})

/**
 * Uploads files that are only on this device or expired on the server, and returns all of them as the server has
 * them. Files with a local copy stay available as sent files.
 *
 * @throws AlcoveError `file_rejected`: the server refuses one; `send_failed`: not uploaded.
 */
export const uploadKeptAtom = atom(
  null,
  async (get, set, files: readonly KeptFile[]): Promise<readonly KeptUpload[]> => {
    const tray = await set(createTrayAtom, () => {})
    const ends = get(trayEndsAtom)
    ends.add(tray.cancel)
    for (const file of files) {
      if (isUploaded(file)) tray.restore([file])
      else if (tray.add({ files: [file] }).length > 0) {
        throw new AlcoveError('file_rejected', `${file.name} cannot be attached.`)
      }
    }
    const uploads = await tray.ready().finally(() => ends.delete(tray.cancel))
    const sentFileOf = get(sentFileAtom)
    for (const { id, copy } of uploads) {
      if (copy && !sentFileOf(id)) set(keepSentFileAtom, id, { file: copy, previewUrl: undefined })
    }
    return uploads
  },
)

async function endTray(opening: Promise<AttachmentTray>): Promise<void> {
  try {
    const tray = await opening
    tray.cancel()
  } catch {
    // The tray did not open, so there is nothing to cancel.
  }
}
