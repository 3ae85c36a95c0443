import { FILE_LIMITS, type FileLimits } from '../../../shared/thread/file-limits.ts'
import type { Clock } from '../../api/clock.ts'
import type { KeptFile, KeptUpload } from '../../device/kept-files.ts'
import { storedUpload, type AttachmentAdapter } from './attachment-adapter.ts'
import {
  createItem,
  lossTime,
  placeItems,
  storedItem,
  withCopy,
  type Previews,
} from './create-items.ts'
import { createEndWatch } from './end-watch.ts'
import { findUnread, type UnreadKinds } from './find-unread.ts'
import { sortFiles, type FileChoice, type FileNote } from './sort-files.ts'
import {
  COMPLETE,
  failed,
  isBusy,
  isEnded,
  isLostItem,
  LOST,
  messageOf,
  READY,
  type TrayAttachment,
} from './tray-attachment.ts'
import { notUploaded, tooManyPages } from './tray-errors.ts'
import { createTrayItems } from './tray-items.ts'

export interface AttachmentTraySettings {
  readonly adapter: AttachmentAdapter
  readonly clock: Pick<Clock, 'now' | 'after'>
  /** Default: `FILE_LIMITS`. */
  readonly limits?: FileLimits
  /** Called with the whole content after each change. */
  readonly onChange: (attachments: readonly TrayAttachment[]) => void
  /** Object URLs of images in the tray. Default: none. */
  readonly previews?: Previews
  /** Kinds of files that the assistant cannot read. Default: none. */
  readonly cannotRead?: UnreadKinds
}

/** The files of a composer, from picking to sending. */
export interface AttachmentTray {
  /** Adds accepted files and returns notes about the others. A file replaces a lost one of the same name. */
  add(choice: FileChoice): readonly FileNote[]
  /** Adds files of a message or the device again. Expired uploads with a local copy are repeated. */
  restore(files: readonly KeptUpload[]): void
  /** Removes a file and aborts its upload. @throws AlcoveError `not_found`. */
  remove(id: string): void
  /** Uploads a failed file again. @throws AlcoveError `not_found`. */
  retry(id: string): void
  /** Replaces a PDF by its pages; a failure is shown on the PDF. @throws AlcoveError `not_found`. */
  makePages(id: string): Promise<void>
  /**
   * Waits for uploads and returns the message's files in order. Expired uploads are repeated once.
   *
   * @param ids Here and below: only these files. Default: all. @throws AlcoveError `send_failed` at the first
   * failure, with the name of the file; `destroyed` after `cancel`.
   */
  ready(ids?: readonly string[]): Promise<readonly KeptUpload[]>
  /**
   * Returns the draft's files in their current form: those without an upload as they were picked.
   *
   * @throws AlcoveError `send_failed`: one of them is lost.
   */
  pack(ids?: readonly string[]): Promise<readonly KeptFile[]>
  /** Empties the tray after a send, and returns its content. */
  takeAll(ids?: readonly string[]): readonly TrayAttachment[]
  /** Aborts all work; `onChange` is not called any more. */
  cancel(): void
}

export function createAttachmentTray(settings: AttachmentTraySettings): AttachmentTray {
  const { adapter, clock, limits = FILE_LIMITS, previews, cannotRead = [] } = settings
  /** Finished files, which need the adapter no longer. */
  const outgoing = new Map<string, KeptUpload>()
  const items = createTrayItems((all) => {
    settings.onChange(all)
    watch.until(all.flatMap(lossTime))
  })
  const watch = createEndWatch(clock, markLostFiles)

  /** Marks expired uploads without a copy as lost, so that the person knows before sending. */
  function markLostFiles() {
    for (const item of items.all.filter((each) => !each.file && isEnded(each, clock.now()))) {
      outgoing.delete(item.id)
      if (!isLostItem(item)) items.change(item.id, { status: LOST })
    }
  }

  function start({ id, file }: TrayAttachment) {
    if (!file) return
    outgoing.delete(id)
    items.change(id, { stored: undefined })
    adapter.add({
      id,
      file,
      onStatus(status, uploaded) {
        const item = items.all.find((other) => other.id === id)
        const stored = item && uploaded ? { stored: storedUpload(item, uploaded) } : {}
        items.change(id, { status, ...stored })
      },
    })
  }

  const reportUnread = (id: string) => items.change(id, { isUnread: true })

  /** Uploads an expired file again. */
  function renew(item: TrayAttachment) {
    if (item.file && !isBusy(item) && isEnded(item, clock.now())) start(item)
  }

  function adopt(upload: KeptUpload): TrayAttachment {
    const item = storedItem(upload, settings)
    if (item.status === READY) outgoing.set(item.id, upload)
    return item
  }

  function letGo({ id }: TrayAttachment) {
    adapter.remove(id)
    outgoing.delete(id)
  }

  function forget(item: TrayAttachment) {
    letGo(item)
    if (item.file && item.previewUrl !== undefined) previews?.drop(item.previewUrl)
  }

  async function sendOne(item: TrayAttachment): Promise<void> {
    try {
      const upload = await adapter.send(item)
      if (items.has(item.id)) outgoing.set(item.id, upload)
    } catch (error) {
      items.change(item.id, { status: failed(error) })
    }
  }

  async function packOne(item: TrayAttachment): Promise<KeptFile | undefined> {
    const known = outgoing.get(item.id)
    if (known) return withCopy(item, known)
    if (item.status.type !== READY.type) return item.file
    // The upload may have succeeded. A failure of another kind is retried later.
    return adapter.send(item).then(
      (upload) => withCopy(item, upload),
      () => item.file,
    )
  }

  return {
    add(choice) {
      items.checkOpen()
      const files = items.all.flatMap(({ file }) => file ?? [])
      const { accept, takesUnknown = false } = adapter
      const lost = items.all.filter(isLostItem)
      const chosen = new Set(choice.files.map(({ name }) => name))
      const count = items.all.length - lost.filter(({ name }) => chosen.has(name)).length
      const { taken, notes } = sortFiles(choice, { accept, takesUnknown, limits, count, files })
      const added = taken.map((file) => createItem(file, settings))
      if (added.length > 0) items.publish(placeItems(items.all, added))
      added.forEach(start)
      void findUnread(added, cannotRead, reportUnread)
      return notes
    },
    restore(files) {
      const added = files.map(adopt)
      items.publish([...items.all, ...added])
      added.forEach(renew)
      void findUnread(added, cannotRead, reportUnread)
    },
    remove(id) {
      const item = items.require(id)
      forget(item)
      items.replace(item, [])
    },
    retry(id) {
      const item = items.require(id)
      if (item.status.type === 'incomplete') start(item)
    },
    async makePages(id) {
      const asked = items.require(id)
      if (!adapter.pages || !asked.pages) return
      if (isBusy(asked) || asked.status.type === 'incomplete') return
      renew(asked)
      items.change(id, { pages: { type: 'making' } })
      try {
        const pages = await adapter.pages(await items.settled(id))
        const item = items.all.find((other) => other.id === id)
        if (!item || items.isClosed) return
        if (items.all.length - 1 + pages.length > limits.filesPerMessage)
          throw tooManyPages(pages.length, limits)
        forget(item)
        items.replace(item, pages.map(adopt))
      } catch (error) {
        items.change(id, { pages: { type: 'failed', message: messageOf(error) } })
      }
    },
    async ready(ids) {
      markLostFiles()
      items.select(ids).forEach(renew)
      for (;;) {
        items.checkOpen()
        const chosen = items.select(ids)
        const failing = chosen.find(({ status }) => status.type === 'incomplete')
        if (failing) throw notUploaded(failing)
        const open = chosen.filter(({ id }) => !outgoing.has(id))
        if (chosen.some(isBusy)) await items.changed()
        else if (open.length === 0) break
        else await Promise.all(open.map(sendOne))
      }
      const chosen = items.select(ids)
      items.publish(
        items.all.map((item) => (chosen.includes(item) ? { ...item, status: COMPLETE } : item)),
      )
      return chosen.flatMap((item) => {
        const upload = outgoing.get(item.id)
        return upload ? withCopy(item, upload) : []
      })
    },
    async pack(ids) {
      items.checkOpen()
      markLostFiles()
      const lost = items.select(ids).find(isLostItem)
      if (lost) throw notUploaded(lost)
      const packed = await Promise.all(items.select(ids).map(packOne))
      return packed.flatMap((file) => file ?? [])
    },
    takeAll(ids) {
      const taken = items.select(ids)
      taken.forEach(letGo)
      items.publish(items.all.filter((item) => !taken.includes(item)))
      return taken
    },
    cancel() {
      const left = items.all
      items.close()
      watch.stop()
      left.forEach(forget)
    },
  }
}
