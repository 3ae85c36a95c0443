import { atom } from 'jotai/vanilla'
import type { Attachment } from '../../shared/thread/attachment.ts'
import {
  createAttachmentTray,
  type AttachmentTray,
} from '../engine/attachments/create-attachment-tray.ts'
import { createCloudAdapter } from '../engine/attachments/create-cloud-adapter.ts'
import { createLocalAdapter } from '../engine/attachments/create-local-adapter.ts'
import { draftKeyAtom } from './draft-key.ts'
import { attachmentAcceptAtom, fileLimitsAtom } from './file-limits.ts'
import { identityAtom } from './identity.ts'
import { changeTrayAtom, trayEndsAtom } from './shown-trays.ts'

// Loaded with the first file.

const openTraysAtom = atom(() => new Map<string, Promise<AttachmentTray>>())
/** Images and files of what was sent from here, by the attachment's id. */
const sentFilesAtom = atom(() => new Map<string, SentFile>())

interface SentFile {
  readonly file: File
  readonly previewUrl: string | undefined
}

const forgetAtom = atom(null, (get) => {
  const trays = get(openTraysAtom)
  for (const opening of trays.values()) void endTray(opening)
  trays.clear()
  const sent = get(sentFilesAtom)
  for (const { previewUrl } of sent.values()) {
    if (previewUrl !== undefined) URL.revokeObjectURL(previewUrl)
  }
  sent.clear()
})

/** The tray of the shown thread. */
export const openTrayAtom = atom(null, (get, set): Promise<AttachmentTray> => {
  const key = get(draftKeyAtom)
  const trays = get(openTraysAtom)
  const known = trays.get(key)
  if (known) return known
  get(trayEndsAtom).add(set.bind(null, forgetAtom))
  const opening = open()
  trays.set(key, opening)
  opening.catch(() => {
    if (trays.get(key) === opening) trays.delete(key)
  })
  return opening

  async function open(): Promise<AttachmentTray> {
    // Without a server files go out inside of the message.
    const accept = get(attachmentAcceptAtom)
    const limits = get(fileLimitsAtom)
    const files = await get(identityAtom)?.cloud.files?.()
    return createAttachmentTray({
      adapter: files ? createCloudAdapter(files, accept) : createLocalAdapter(),
      limits,
      onChange: (items) => set(changeTrayAtom, key, { items }),
      previews: {
        create: (file) => URL.createObjectURL(file),
        drop: (url) => URL.revokeObjectURL(url),
      },
    })
  }
})

/** What the sent tray held stays at hand: its images are shown, and a message may come back. */
export const emptyTrayAtom = atom(
  null,
  (get, _set, tray: AttachmentTray, sent: readonly Attachment[]) => {
    const kept = get(sentFilesAtom)
    for (const [index, { file, previewUrl }] of tray.takeAll().entries()) {
      const id = sent[index]?.id
      if (id !== undefined && file) kept.set(id, { file, previewUrl })
    }
  },
)

/** What was picked for an attachment that was sent from here. */
export const sentFileAtom = atom((get) => {
  const kept = get(sentFilesAtom)
  return (attachmentId: string): SentFile | undefined => kept.get(attachmentId)
})

async function endTray(opening: Promise<AttachmentTray>): Promise<void> {
  try {
    const tray = await opening
    tray.cancel()
  } catch {
    // It never opened.
  }
}
