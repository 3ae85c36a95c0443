import { decodeText } from '../../../shared/decode-text.ts'
import { readSignature, SIGNATURE_BYTES } from '../../../shared/media-signature.ts'
import type { TrayAttachment } from './tray-attachment.ts'

/** Kinds of files that the assistant cannot read, besides those that no model can: `images`, `pdf`. */
export type UnreadKinds = readonly string[]

/** Reports ids of files that the assistant cannot read. Files are read in turn, since each is in memory whole. */
export async function findUnread(
  items: readonly Pick<TrayAttachment, 'id' | 'file' | 'contentType'>[],
  kinds: UnreadKinds,
  onUnread: (id: string) => void,
): Promise<void> {
  for (const { id, file, contentType } of items) {
    const isRead = file ? await isReadable(file, kinds) : isTaken(contentType, kinds)
    if (!isRead) onUnread(id)
  }
}

const isTaken = (mediaType: string, kinds: UnreadKinds): boolean =>
  mediaType.startsWith('image/')
    ? !kinds.includes('images')
    : mediaType !== 'application/pdf' || !kinds.includes('pdf')

/**
 * True if the assistant can read a file: an image or a PDF of a supported type, or text. The server checks the same bytes
 * in the same way. A file that this device cannot read counts as readable: its upload fails with a reason.
 */
async function isReadable(file: Blob, kinds: UnreadKinds): Promise<boolean> {
  try {
    const signature = readSignature(await bytesOf(file.slice(0, SIGNATURE_BYTES)))
    if (signature !== undefined) return isTaken(signature, kinds)
    return decodeText(await bytesOf(file)) !== undefined
  } catch {
    return true
  }
}

// No limit: the file is judged beside its upload, which has a limit; without a judgement it is taken.
const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer())
