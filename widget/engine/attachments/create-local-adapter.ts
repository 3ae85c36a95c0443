import { AlcoveError } from '../../../shared/errors.ts'
import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import { UNKNOWN_TYPE } from './accept-file.ts'
import { LOCAL_ACCEPT } from './accept-types.ts'
import type { AttachmentAdapter } from './attachment-adapter.ts'
import { readDataUrl } from './read-data-url.ts'
import { READY } from './tray-attachment.ts'

/** Keeps files where they are and sends them inside of the message, as data URLs. */
export function createLocalAdapter(): AttachmentAdapter {
  return {
    accept: LOCAL_ACCEPT,
    add: ({ tell }) => tell(READY),
    remove: () => {},
    async send({ id, type, name, contentType, size, file }) {
      if (!file) throw new AlcoveError('send_failed', ERROR_TEXTS.attachmentNotUploaded)
      const url = await readDataUrl(file)
      return { id, type, name, contentType: contentType || UNKNOWN_TYPE, url, size }
    },
  }
}
