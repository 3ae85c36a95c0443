import { atom } from 'jotai/vanilla'

/** A file that was sent from this page. */
export interface SentFile {
  readonly file: File
  /** Object URL of the image, owned by the files of this page. */
  readonly previewUrl: string | undefined
}

const sentFilesAtom = atom(() => new Map<string, SentFile>())

/** Finds the file of an attachment that was sent from this page, by the attachment's id. */
export const sentFileAtom = atom((get) => {
  const kept = get(sentFilesAtom)
  return (attachmentId: string): SentFile | undefined => kept.get(attachmentId)
})

/** Keeps a sent file, to show its image and because its message may come back into the composer. */
export const keepSentFileAtom = atom(null, (get, _set, attachmentId: string, sent: SentFile) => {
  get(sentFilesAtom).set(attachmentId, sent)
})

/** Drops all sent files and their object URLs. */
export const forgetSentFilesAtom = atom(null, (get) => {
  const sent = get(sentFilesAtom)
  for (const { previewUrl } of sent.values()) {
    if (previewUrl !== undefined) URL.revokeObjectURL(previewUrl)
  }
  sent.clear()
})
