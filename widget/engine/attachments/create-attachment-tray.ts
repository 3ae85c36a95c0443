import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import { createMessageId } from '../../../shared/ids.ts'
import type { Attachment } from '../../../shared/thread/attachment.ts'
import type { AttachmentAdapter } from './attachment-adapter.ts'
import { FILE_LIMITS, type FileLimits } from './file-limits.ts'
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
  let items: readonly TrayAttachment[] = []
  let isCancelled = false
  let waiting: (() => void)[] = []

  function publish(next: readonly TrayAttachment[]) {
    items = next
    if (!isCancelled) onChange(items)
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  }

  function change(id: string, facts: Partial<TrayAttachment>) {
    if (isCancelled || !items.some((item) => item.id === id)) return
    publish(items.map((item) => (item.id === id ? { ...item, ...facts } : item)))
  }

  function require(id: string): TrayAttachment {
    const item = items.find((other) => other.id === id)
    if (item) return item
    throw new AlcoveError('not_found', ERROR_TEXTS.attachmentNotFound)
  }

  function start({ id, file }: TrayAttachment) {
    if (file) adapter.add({ id, file, tell: (status) => change(id, { status }) })
  }

  function createItem(file: File): TrayAttachment {
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
  function adopt(attachment: Attachment): TrayAttachment {
    const { type, name, contentType, size, url } = attachment
    const id = createMessageId()
    outgoing.set(id, attachment)
    const preview = type === 'image' ? { previewUrl: url } : {}
    return { id, type, name, contentType, size, status: READY, stored: attachment, ...preview }
  }

  function forget({ id, file, previewUrl }: TrayAttachment) {
    adapter.remove(id)
    outgoing.delete(id)
    if (file && previewUrl !== undefined) previews?.drop(previewUrl)
  }

  const select = (ids: readonly string[] | undefined) =>
    ids ? items.filter(({ id }) => ids.includes(id)) : items

  async function sendAll(ids: readonly string[] | undefined): Promise<void> {
    const open = select(ids).filter(({ id }) => !outgoing.has(id))
    await Promise.all(open.map(sendOne))
  }

  async function sendOne(item: TrayAttachment): Promise<void> {
    try {
      const attachment = await adapter.send(item)
      if (items.some(({ id }) => id === item.id)) outgoing.set(item.id, attachment)
    } catch (error) {
      change(item.id, { status: failed(error) })
    }
  }

  async function packOne(item: TrayAttachment): Promise<File | Attachment | undefined> {
    const known = outgoing.get(item.id)
    if (known || item.status.type !== READY.type) return known ?? item.file
    // It may have been uploaded; whatever keeps it from that is tried again later.
    return adapter.send(item).catch(() => item.file)
  }

  function checkAlive() {
    if (isCancelled) throw new AlcoveError('destroyed', 'Somebody else is chatting now.')
  }

  return {
    add(choice) {
      checkAlive()
      const files = items.flatMap(({ file }) => file ?? [])
      const { accept, takesUnknown = false } = adapter
      const facts = { accept, takesUnknown, limits, count: items.length, files }
      const { taken, notes } = sortFiles(choice, facts)
      const added = taken.map(createItem)
      if (added.length > 0) publish([...items, ...added])
      added.forEach(start)
      return notes
    },
    restore(attachments) {
      publish([...items, ...attachments.map(adopt)])
    },
    remove(id) {
      const item = require(id)
      forget(item)
      publish(items.filter((other) => other !== item))
    },
    retry(id) {
      const item = require(id)
      if (item.status.type === 'incomplete') start(item)
    },
    async makePages(id) {
      const item = require(id)
      if (!adapter.pages || !item.pages) return
      if (isBusy(item) || item.status.type === 'incomplete') return
      change(id, { pages: { type: 'making' } })
      try {
        const pages = await adapter.pages(item)
        const index = items.findIndex((other) => other.id === id)
        if (index === -1 || isCancelled) return
        if (items.length - 1 + pages.length > limits.filesPerMessage)
          throw tooManyPages(pages.length, limits)
        forget(items[index]!)
        publish([...items.slice(0, index), ...pages.map(adopt), ...items.slice(index + 1)])
      } catch (error) {
        change(id, { pages: { type: 'failed', message: messageOf(error) } })
      }
    },
    async ready(ids) {
      for (;;) {
        checkAlive()
        const chosen = select(ids)
        const lost = chosen.find(({ status }) => status.type === 'incomplete')
        if (lost) throw notUploaded(lost)
        if (chosen.some(isBusy)) await new Promise<void>((resolve) => waiting.push(resolve))
        else if (chosen.every(({ id }) => outgoing.has(id))) break
        else await sendAll(ids)
      }
      const chosen = select(ids)
      publish(items.map((item) => (chosen.includes(item) ? { ...item, status: COMPLETE } : item)))
      return chosen.flatMap(({ id }) => outgoing.get(id) ?? [])
    },
    async pack(ids) {
      checkAlive()
      const packed = await Promise.all(select(ids).map(packOne))
      return packed.flatMap((file) => file ?? [])
    },
    takeAll(ids) {
      const taken = select(ids)
      for (const { id } of taken) {
        adapter.remove(id)
        outgoing.delete(id)
      }
      publish(items.filter((item) => !taken.includes(item)))
      return taken
    },
    cancel() {
      isCancelled = true
      items.forEach(forget)
      publish([])
    },
  }
}

const isBusy = ({ status, pages }: TrayAttachment): boolean =>
  status.type === 'running' || pages?.type === 'making'

const notUploaded = ({ name }: TrayAttachment): AlcoveError =>
  new AlcoveError('send_failed', ERROR_TEXTS.attachmentNotUploaded, { data: { name } })

const tooManyPages = (count: number, { filesPerMessage }: FileLimits): AlcoveError =>
  new AlcoveError(
    'too_large',
    `It has ${count} pages, and a message takes ${filesPerMessage} files.`,
  )
