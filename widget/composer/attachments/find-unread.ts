import { decodeText } from '../../../shared/decode-text.ts'
import { readSignature, SIGNATURE_BYTES } from '../../../shared/media-signature.ts'
import type { TrayAttachment } from './tray-attachment.ts'

/** Reports ids of files that no model can read. Files are read in turn, since each is in memory whole. */
export async function findUnread(
  items: readonly Pick<TrayAttachment, 'id' | 'file'>[],
  tell: (id: string) => void,
): Promise<void> {
  for (const { id, file } of items) {
    if (file && !(await isReadable(file))) tell(id)
  }
}

/**
 * True if a model can read a file: an image or a PDF of a supported type, or text. The server checks the same bytes
 * in the same way. A file that this device cannot read counts as readable: its upload fails with a reason.
 */
async function isReadable(file: Blob): Promise<boolean> {
  try {
    if (readSignature(await bytesOf(file.slice(0, SIGNATURE_BYTES)))) return true
    return decodeText(await bytesOf(file)) !== undefined
  } catch {
    return true
  }
}

// No limit: the file is judged beside its upload, which has a limit; without a judgement it is taken.
const bytesOf = async (part: Blob): Promise<Uint8Array> => new Uint8Array(await part.arrayBuffer())
