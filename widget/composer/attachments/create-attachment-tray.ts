import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { createMessageId } from '../../../shared/ids.ts'
import type { Attachment } from '../../../shared/thread/attachment.ts'
import { FILE_LIMITS, type FileLimits } from '../../../shared/thread/file-limits.ts'
import type { AttachmentAdapter } from './attachment-adapter.ts'
import { fileKind, isPdf, sortFiles, type FileChoice, type FileNote } from './sort-files.ts'
import { COMPLETE, failed, messageOf, READY, type TrayAttachment } from './tray-attachment.ts'

export interface AttachmentTraySettings {
  readonly adapter: AttachmentAdapter
  /** Default: `FILE_LIMITS`. */
  readonly limits?: FileLimits
  /** Told the whole content whenever something of it changed. */
  readonly onChange: (attachments: readonly TrayAttachment[]) => void
  /** Addresses that show images while they are in the tray. Default: none. */
  readonly previews?: {
    create(file: File): string
    drop(url: string): void
  }
}

/** The files of a composer, from the pick to the send. */
export interface AttachmentTray {
  /** Takes what can be taken; says what was left out, and why. */
  add(choice: FileChoice): readonly FileNote[]
  /** Puts back what a message had. */
  restore(attachments: readonly Attachment[]): void
  /** Also ends its upload. @throws AlcoveError `not_found`. */
  remove(id: string): void
  /** Uploads a failed file again. @throws AlcoveError `not_found`. */
  retry(id: string): void
  /** Puts the pages of a PDF in its place; when that fails, says so beside it. @throws AlcoveError `not_found`. */
  makePages(id: string): Promise<void>
  /**
   * Waits for what is under way, and gives what goes out with the message, in order.
   *
   * @param ids Here and below: of these only. Default: of all.
   * @throws AlcoveError `send_failed` as soon as something failed, with the name of the file;
   * `destroyed` after `cancel`.
   */
  ready(ids?: readonly string[]): Promise<readonly Attachment[]>
  /** What would go out now: files that are not uploaded as they were picked. */
  pack(ids?: readonly string[]): Promise<readonly (File | Attachment)[]>
  /** Empties the tray after its content was sent, and gives what it was. */
  takeAll(ids?: readonly string[]): readonly TrayAttachment[]
  /** Ends everything; nothing is told any more. */
  cancel(): void
}

export function createAttachmentTray(settings: AttachmentTraySettings): AttachmentTray {
  const { adapter, limits = FILE_LIMITS, previews, onChange } = settings
  /** What goes out, of those that need the adapter no more. */
  const outgoing = new Map<string, Attachment>()
  const items = createItems(onChange)

  function start({ id, file }: TrayAttachment) {
    if (file) adapter.add({ id, file, tell: (status) => items.change(id, { status }) })
  }

  function adopt(attachment: Attachment): TrayAttachment {
    const item = storedItem(attachment)
    outgoing.set(item.id, attachment)
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
      const attachment = await adapter.send(item)
      if (items.has(item.id)) outgoing.set(item.id, attachment)
    } catch (error) {
      items.change(item.id, { status: failed(error) })
    }
  }

  async function packOne(item: TrayAttachment): Promise<File | Attachment | undefined> {
    const known = outgoing.get(item.id)
    if (known || item.status.type !== READY.type) return known ?? item.file
    // It may have been uploaded; whatever keeps it from that is tried again later.
    return adapter.send(item).catch(() => item.file)
  }

  return {
    add(choice) {
      items.checkOpen()
      const files = items.all.flatMap(({ file }) => file ?? [])
      const { accept, takesUnknown = false } = adapter
      const facts = { accept, takesUnknown, limits, count: items.all.length, files }
      const { taken, notes } = sortFiles(choice, facts)
      const added = taken.map((file) => createItem(file, settings))
      if (added.length > 0) items.publish([...items.all, ...added])
      added.forEach(start)
      return notes
    },
    restore: (attachments) => items.publish([...items.all, ...attachments.map(adopt)]),
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
      items.change(id, { pages: { type: 'making' } })
      try {
        const pages = await adapter.pages(asked)
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
      for (;;) {
        items.checkOpen()
        const chosen = items.select(ids)
        const lost = chosen.find(({ status }) => status.type === 'incomplete')
        if (lost) throw notUploaded(lost)
        const open = chosen.filter(({ id }) => !outgoing.has(id))
        if (chosen.some(isBusy)) await items.changed()
        else if (open.length === 0) break
        else await Promise.all(open.map(sendOne))
      }
      const chosen = items.select(ids)
      items.publish(
        items.all.map((item) => (chosen.includes(item) ? { ...item, status: COMPLETE } : item)),
      )
      return chosen.flatMap(({ id }) => outgoing.get(id) ?? [])
    },
    async pack(ids) {
      items.checkOpen()
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
      left.forEach(forget)
    },
  }
}

/** What stands in a tray. Whoever waits for a change looks again at each. */
function createItems(onChange: AttachmentTraySettings['onChange']) {
  let all: readonly TrayAttachment[] = []
  let isClosed = false
  let waiting: (() => void)[] = []

  function publish(next: readonly TrayAttachment[]) {
    all = next
    if (!isClosed) onChange(all)
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  }

  return {
    get all() {
      return all
    },
    get isClosed() {
      return isClosed
    },
    publish,
    has: (id: string) => all.some((item) => item.id === id),
    select: (ids: readonly string[] | undefined) =>
      ids ? all.filter(({ id }) => ids.includes(id)) : all,
    require(id: string): TrayAttachment {
      const item = all.find((other) => other.id === id)
      if (item) return item
      throw new AlcoveError('not_found', THREAD_TEXTS.attachmentNotFound)
    },
    change(id: string, facts: Partial<TrayAttachment>) {
      if (isClosed || !all.some((item) => item.id === id)) return
      publish(all.map((item) => (item.id === id ? { ...item, ...facts } : item)))
    },
    replace(item: TrayAttachment, others: readonly TrayAttachment[]) {
      publish(all.flatMap((known) => (known === item ? others : known)))
    },
    changed: () => new Promise<void>((resolve) => waiting.push(resolve)),
    checkOpen() {
      if (isClosed) throw new AlcoveError('destroyed', 'Somebody else is chatting now.')
    },
    close() {
      isClosed = true
      publish([])
    },
  }
}

function createItem(file: File, { adapter, previews }: AttachmentTraySettings): TrayAttachment {
  const type = fileKind(file)
  const previewUrl = type === 'image' ? previews?.create(file) : undefined
  return {
    id: createMessageId(),
    type,
    name: file.name,
    contentType: file.type,
    size: file.size,
    status: { type: 'running', reason: 'uploading', progress: 0 },
    file,
    ...(previewUrl === undefined ? {} : { previewUrl }),
    ...(adapter.pages && isPdf(file) ? { pages: { type: 'offered' } } : {}),
  }
}

/** An item for what the server has already. */
function storedItem(stored: Attachment): TrayAttachment {
  const { type, name, contentType, size, url } = stored
  const preview = type === 'image' ? { previewUrl: url } : {}
  return { id: createMessageId(), type, name, contentType, size, status: READY, stored, ...preview }
}

const isBusy = ({ status, pages }: TrayAttachment): boolean =>
  status.type === 'running' || pages?.type === 'making'

const notUploaded = ({ name }: TrayAttachment): AlcoveError =>
  new AlcoveError('send_failed', THREAD_TEXTS.attachmentNotUploaded, { data: { name } })

const tooManyPages = (count: number, { filesPerMessage }: FileLimits): AlcoveError =>
  new AlcoveError(
    'too_large',
    `It has ${count} pages, and a message takes ${filesPerMessage} files.`,
  )
