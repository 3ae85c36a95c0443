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
  /** Called with each status in order, and with the server's file once there is one. */
  readonly tell: (status: AttachmentStatus, uploaded?: UploadedFile) => void
}

/** Destination of files: a server ahead of the message, or the message. */
export interface AttachmentAdapter {
  /** The accepted types, as an `accept` attribute; `*`: any. */
  readonly accept: string
  /** True: files of a type that the browser does not know are accepted, since the server judges by the name. */
  readonly takesUnknown?: boolean
  /** Prepares a file for sending, or prepares it again after a failure. Never throws. */
  add(added: AddedFile): void
  /** Aborts work for a file and forgets it. */
  remove(id: string): void
  /**
   * Returns the file as the message carries it.
   *
   * @throws AlcoveError `send_failed`: it was not uploaded.
   */
  send(attachment: TrayAttachment): Promise<KeptUpload>
  /**
   * Returns the pages of an uploaded PDF as images. Absent if the server cannot convert.
   *
   * @throws AlcoveError `file_rejected`, or the error of a failed call.
   */
  pages?(attachment: TrayAttachment): Promise<readonly KeptUpload[]>
}

/** Sends files inside the message, as data URLs. */
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

/** Time without a byte after which reading fails. A file on a network or cloud drive may never arrive. */
export const READ_STALL_MS = 30_000

/**
 * Reads a file as a data URL.
 *
 * @throws AlcoveError `file_rejected`: the file is gone, changed, or not readable.
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

/** More uploads at once only share the bandwidth, and the last one would seem to stall. */
export const UPLOADS_AT_ONCE = 3

const PAGE_ID_LENGTH = 7

interface Upload {
  readonly ending: AbortController
  isStored: boolean
}

export interface CloudAdapterSettings {
  /** File types that the server accepts. Default: {@link CLOUD_ACCEPT}. */
  readonly accept?: string
  /** Called with the server's full error of a failed upload, for developers. Default: ignored. */
  readonly onFailure?: (error: unknown) => void
}

/** Uploads each file as soon as it is picked; the message carries its URL. */
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

  /** Starts the work for a file. Removing the file aborts it. */
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

/** An uploaded file in the form that messages use. */
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
  // Only the server knows the size, and nothing here needs it.
  size: 0,
})

/** Limits the number of concurrent tasks; others wait in order. */
interface Queue {
  /** Skips a task whose signal has aborted before it starts. */
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
