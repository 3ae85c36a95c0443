import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { randomId } from '../../../shared/ids.ts'
import type { Attachment } from '../../../shared/thread/attachment.ts'
import type { CloudFiles, UploadedFile } from '../../api/cloud-files.ts'
import type { KeptUpload } from '../../device/kept-files.ts'
import { CLOUD_ACCEPT, LOCAL_ACCEPT, UNKNOWN_TYPE } from './sort-files.ts'
import {
  failed,
  READY,
  uploading,
  type AttachmentStatus,
  type TrayAttachment,
} from './tray-attachment.ts'

export interface AddedFile {
  readonly id: string
  readonly file: File
  /** Told each status, first to last, and what the server has once it has it. */
  readonly tell: (status: AttachmentStatus, uploaded?: UploadedFile) => void
}

/** Where files go: to a server ahead of the message, or with it. */
export interface AttachmentAdapter {
  /** What may be picked, as an `accept` attribute says it; `*`: anything. */
  readonly accept: string
  /** A file whose type the browser does not know is taken: the server goes by its name. */
  readonly takesUnknown?: boolean
  /** Makes a file ready to be sent; again, after it failed. Never throws. */
  add(added: AddedFile): void
  /** Ends what is under way for a file, and forgets it. */
  remove(id: string): void
  /**
   * What goes out with the message.
   *
   * @throws AlcoveError `send_failed`: it was not uploaded.
   */
  send(attachment: TrayAttachment): Promise<KeptUpload>
  /**
   * The pages of a PDF that was uploaded, as images. Absent where nobody can make them.
   *
   * @throws AlcoveError `file_rejected`, or a failed call's.
   */
  pages?(attachment: TrayAttachment): Promise<readonly KeptUpload[]>
}

/** Keeps files where they are and sends them inside of the message, as data URLs. */
export function createLocalAdapter(): AttachmentAdapter {
  return {
    accept: LOCAL_ACCEPT,
    add: ({ tell }) => tell(READY),
    remove: () => {},
    async send({ id, type, name, contentType, size, file }) {
      if (!file) throw new AlcoveError('send_failed', THREAD_TEXTS.attachmentNotUploaded)
      const url = await readDataUrl(file)
      return { id, type, name, contentType: contentType || UNKNOWN_TYPE, url, size }
    },
  }
}

/** A file on a drive of the network or of a cloud may never come: it is given up after so long without a byte. */
export const READ_STALL_MS = 30_000

/**
 * A file as a data URL.
 *
 * @throws AlcoveError `file_rejected`: it is gone, was changed, or may not be read.
 */
export function readDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    const refuse = (cause: unknown) =>
      reject(new AlcoveError('file_rejected', 'The file could not be read.', { cause }))
    const giveUp = () => {
      refuse(new AlcoveError('call_timeout', `No byte came for ${READ_STALL_MS} ms.`))
      reader.abort()
    }
    let timer = setTimeout(giveUp, READ_STALL_MS)
    reader.addEventListener('progress', () => {
      clearTimeout(timer)
      timer = setTimeout(giveUp, READ_STALL_MS)
    })
    reader.addEventListener('loadend', () => clearTimeout(timer))
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => refuse(reader.error))
    reader.readAsDataURL(file)
  })
}

/** More at once only share the line, and the last one would look as if it stood still. */
export const UPLOADS_AT_ONCE = 3

const PAGE_ID_LENGTH = 7

interface Upload {
  readonly ending: AbortController
  isStored: boolean
}

export interface CloudAdapterSettings {
  /** File types that the server takes. Default: {@link CLOUD_ACCEPT}. */
  readonly accept?: string
  /** Gets failed uploads with all that the server said, for developers. Default: nothing hears it. */
  readonly onFailure?: (error: unknown) => void
}

/** Uploads each file as soon as it is picked; the message carries its address. */
export function createCloudAdapter(
  calls: Pick<CloudFiles, 'uploadFile' | 'pdfToImages'>,
  { accept = CLOUD_ACCEPT, onFailure = () => {} }: CloudAdapterSettings = {},
): AttachmentAdapter {
  const uploads = new Map<string, Upload>()
  const queue = createQueue(UPLOADS_AT_ONCE)

  function remove(id: string) {
    uploads.get(id)?.ending.abort(new AlcoveError('destroyed', 'The upload was cancelled.'))
    uploads.delete(id)
  }

  function requireStored({ stored }: TrayAttachment): KeptUpload {
    if (stored) return stored
    throw new AlcoveError('send_failed', THREAD_TEXTS.attachmentNotUploaded)
  }

  /** Opens work for a file, which ends when the file is removed. */
  function openUpload(id: string): Upload {
    const upload = { ending: new AbortController(), isStored: false }
    uploads.set(id, upload)
    return upload
  }

  return {
    accept,
    takesUnknown: true,
    add({ id, file, tell }) {
      remove(id)
      const upload = openUpload(id)
      const { signal } = upload.ending
      tell(uploading(0))
      queue.run(async () => {
        try {
          const onProgress = (share: number) => {
            if (!signal.aborted && !upload.isStored) tell(uploading(share))
          }
          const uploaded = await calls.uploadFile(file, { signal, onProgress })
          upload.isStored = true
          if (!signal.aborted) tell(READY, uploaded)
        } catch (error) {
          if (signal.aborted) return
          onFailure(error)
          tell(failed(error))
        }
      }, signal)
    },
    remove,
    send: async (item) => requireStored(item),
    async pages(item) {
      const { url } = requireStored(item)
      const { ending } = uploads.get(item.id) ?? openUpload(item.id)
      const answer = await calls
        .pdfToImages({ file_url: url }, ending.signal)
        .catch((error: unknown) => {
          if (!ending.signal.aborted) onFailure(error)
          throw error
        })
      if (!answer.success) throw new AlcoveError('file_rejected', answer.message)
      const { endsAt } = answer
      return answer.urls.map((page, index) => ({
        ...pageOf(item, page, index + 1),
        ...(endsAt === undefined ? {} : { endsAt }),
      }))
    },
  }
}

/** An uploaded file as messages name it. */
export function storedUpload(
  { type, name, contentType, size }: TrayAttachment,
  { url, key, endsAt }: UploadedFile,
): KeptUpload {
  return {
    id: key ?? url,
    type,
    name,
    contentType: contentType || UNKNOWN_TYPE,
    url,
    size,
    ...(endsAt === undefined ? {} : { endsAt }),
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

/** Runs so many tasks at once; the others wait in line. */
interface Queue {
  /** Does not start a task whose signal has aborted by then. */
  run(task: () => Promise<void>, signal: AbortSignal): void
}

function createQueue(size: number): Queue {
  const waiting: { task: () => Promise<void>; signal: AbortSignal }[] = []
  let running = 0

  function pump() {
    while (running < size) {
      const next = waiting.shift()
      if (!next) return
      if (next.signal.aborted) continue
      running += 1
      void next.task().finally(() => {
        running -= 1
        pump()
      })
    }
  }

  return {
    run(task, signal) {
      waiting.push({ task, signal })
      pump()
    },
  }
}
