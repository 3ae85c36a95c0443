import { createAcceptance } from './accept-upload.ts'
import { withReadUrls, withStoredUrls } from './content-urls.ts'
import { createSlots } from './create-slots.ts'
import { createUserSlots } from './create-user-slots.ts'
import { createFileHandler, type FileHandler } from './file-handler.ts'
import { isFileKey } from './file-key.ts'
import { scopeOf, type FileParts } from './file-parts.ts'
import type { FileOwner, Files, PdfRequest } from './files.ts'
import { keepDataUrl } from './keep-file.ts'
import { pdfToImages } from './pdf-to-images.ts'
import { presignRead, readFile } from './read-file.ts'
import { requestUpload } from './request-upload.ts'
import { createSignedUrls } from './signed-urls.ts'
import { keyOfUrl, keysIn, publicUrl } from './stored-urls.ts'
import { discardFiles, removeObjects, sweepFiles } from './sweep-files.ts'

/**
 * PDFs that are converted at once, of as many people; each takes a process with up to half a gigabyte.
 * More than there are cores: the files that take long leave these to those that came last.
 */
export const PDF_SLOTS = 4
export const PDF_WAITING_MAX = 8
/** A user's that wait for their own first. */
export const PDF_OF_USER_WAITING_MAX = 8
export const PDF_WAIT_MS = 30_000

export interface CreatedFiles {
  readonly files: Files
  /** For `/files/*` of the file origin. */
  readonly handleFile: FileHandler
}

/** Files of all projects, on whichever store of objects. */
export function createFiles(parts: FileParts): CreatedFiles {
  const urls = createSignedUrls(parts.signingKey, parts.now)
  const acceptance = createAcceptance(parts)
  const pdfSlots = createUserSlots(
    createSlots(PDF_SLOTS, PDF_WAITING_MAX, PDF_WAIT_MS),
    PDF_OF_USER_WAITING_MAX,
    PDF_WAIT_MS,
  )

  const files: Files = {
    requestUpload: (owner, base, upload) => requestUpload(parts, urls, owner, base, upload),

    async find(scope, keyOrUrl) {
      const key = isFileKey(keyOrUrl) ? keyOrUrl : keyOfUrl(keyOrUrl)
      return key === undefined ? undefined : parts.rows.find(scopeOf(scope), key)
    },

    presignRead: (base, file) => presignRead(parts, acceptance, urls, base, file),
    read: (file) => readFile(parts, acceptance, file),
    keep: (owner, _base, dataUrl, filename) => keepDataUrl(parts, owner, dataUrl, filename),
    publicUrl,
    keysIn,
    withStoredUrls,

    withReadUrls: (scope, base, contents) =>
      withReadUrls(
        contents,
        (keys) => parts.rows.findMany(scopeOf(scope), keys),
        async (row) => (await files.presignRead(base, row)).signedUrl,
      ),

    async pdfToImages(owner: FileOwner, base: string, pdf: PdfRequest, signal?: AbortSignal) {
      const keys = await pdfToImages(parts, acceptance, pdfSlots, owner, pdf, signal)
      const addresses: string[] = []
      for (const key of keys) {
        const row = await files.find(owner, key)
        if (row) addresses.push((await files.presignRead(base, row)).signedUrl)
      }
      return addresses
    },

    discard: (keys) => discardFiles(parts, keys),
    sweep: () => sweepFiles(parts),

    async removeObjects(keys) {
      await removeObjects(parts, keys)
    },
  }
  return { files, handleFile: createFileHandler(parts, urls, acceptance) }
}
