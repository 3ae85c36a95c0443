import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { randomId } from '../../../shared/ids.ts'
import type { Attachment } from '../../../shared/thread/attachment.ts'
import { UNKNOWN_TYPE } from './accept-file.ts'
import { CLOUD_ACCEPT } from './accept-types.ts'
import type { AttachmentAdapter } from './attachment-adapter.ts'
import { createQueue } from './create-queue.ts'
import type { CloudFiles } from '../../api/cloud-files.ts'
import { failed, READY, uploading, type TrayAttachment } from './tray-attachment.ts'

/** More at once only share the line, and the last one would look as if it stood still. */
export const UPLOADS_AT_ONCE = 3

const PAGE_ID_LENGTH = 7

interface Upload {
  readonly ending: AbortController
  stored: { readonly url: string; readonly key: string | null } | null
}

/**
 * Uploads each file as soon as it is picked; the message carries its address.
 *
 * @param accept what the server takes.
 */
export function createCloudAdapter(
  calls: Pick<CloudFiles, 'uploadFile' | 'pdfToImages'>,
  accept = CLOUD_ACCEPT,
): AttachmentAdapter {
  const uploads = new Map<string, Upload>()
  const queue = createQueue(UPLOADS_AT_ONCE)

  function remove(id: string) {
    uploads.get(id)?.ending.abort(new AlcoveError('destroyed', 'The upload was cancelled.'))
    uploads.delete(id)
  }

  function requireUpload(id: string) {
    const upload = uploads.get(id)
    if (upload?.stored) return { ...upload, stored: upload.stored }
    throw new AlcoveError('send_failed', ERROR_TEXTS.attachmentNotUploaded)
  }

  return {
    accept,
    takesUnknown: true,
    add({ id, file, tell }) {
      remove(id)
      const upload: Upload = { ending: new AbortController(), stored: null }
      const { signal } = upload.ending
      uploads.set(id, upload)
      tell(uploading(0))
      queue.run(async () => {
        try {
          const onProgress = (share: number) => {
            if (!signal.aborted && !upload.stored) tell(uploading(share))
          }
          upload.stored = await calls.uploadFile(file, { signal, onProgress })
          if (!signal.aborted) tell(READY)
        } catch (error) {
          if (!signal.aborted) tell(failed(error))
        }
      }, signal)
    },
    remove,
    async send({ id, type, name, contentType, size }) {
      const { stored } = requireUpload(id)
      return {
        id: stored.key ?? stored.url,
        type,
        name,
        contentType: contentType || UNKNOWN_TYPE,
        url: stored.url,
        size,
      }
    },
    async pages({ id, name }) {
      const { stored, ending } = requireUpload(id)
      const answer = await calls.pdfToImages({ file_url: stored.url }, ending.signal)
      if (!answer.success) throw new AlcoveError('file_rejected', answer.message)
      return answer.urls.map((url, index) => pageOf({ name }, url, index + 1))
    },
  }
}

const pageOf = ({ name }: Pick<TrayAttachment, 'name'>, url: string, page: number): Attachment => ({
  id: randomId(PAGE_ID_LENGTH),
  type: 'image',
  name: `${name.replace(/\.pdf$/i, '')}-page-${page}.png`,
  contentType: 'image/png',
  url,
  // The server knows; nobody asks it.
  size: 0,
})
