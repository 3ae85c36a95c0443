import type { Store } from 'jotai/vanilla'
import { attachmentType, type Attachment } from '../../shared/thread/attachment.ts'
import { dropMessageAtom, putMessageAtom } from '../conversation/atoms/conversation-view.ts'
import { createMessage } from '../conversation/outgoing-message.ts'
import {
  areSameFiles,
  isLost,
  isUploaded,
  toAttachment,
  type KeptFile,
} from '../device/kept-files.ts'
import {
  createOutboxStore,
  type OutboxContent,
  type OutboxMessage,
} from '../device/outbox-store.ts'
import type { Owner } from '../world/owner.ts'
import { repeatTime } from './ended-limits.ts'
import { noteQueuedAtom, queuedIdOf, type QueuedMessage } from '../conversation/atoms/queued.ts'

/** The waiting messages of a person: in memory, on the device, and on the screen. */
export interface OutboxItems {
  /** First to last. */
  readonly all: readonly OutboxMessage[]
  find(id: string): OutboxMessage | undefined
  /** Adds a message, or changes the one with its id. */
  put(message: OutboxMessage): void
  /** Removes a message that is done. */
  settle(id: string): void
  /** A thread starts or stops showing it. */
  setShown(id: string, isShown: boolean): void
  isShown(id: string): boolean
  /** Reads what other tabs added and settled. */
  reread(): Promise<void>
  /** Removes everything from the screen. */
  close(): void
}

export function createOutboxItems(store: Store, owner: Owner, now: () => number): OutboxItems {
  const kept = createOutboxStore(owner)
  let items: readonly OutboxMessage[] = []
  /** Ids of messages that a thread shows and therefore draws. */
  const shown = new Set<string>()
  const view = createQueueView(store)
  let writing: Promise<unknown> = Promise.resolve()
  let changes = 0

  function write(task: () => Promise<void>) {
    changes += 1
    writing = Promise.all([writing, task()])
  }

  /** Content of the device; never older than the changes made here. */
  async function read(): Promise<OutboxContent> {
    for (;;) {
      await writing
      const before = changes
      const content = await kept.all()
      if (changes === before || owner.ending.aborted) return content
    }
  }

  function publish(next: readonly OutboxMessage[]) {
    items = next.toSorted((a, b) => a.order - b.order)
    view.show(items.filter(({ id }) => !shown.has(id)))
  }

  return {
    get all() {
      return items
    },
    find: (id) => items.find((item) => item.id === id),
    put(message) {
      publish([...items.filter(({ id }) => id !== message.id), message])
      write(() => kept.put(message))
    },
    settle(id) {
      publish(items.filter((item) => item.id !== id))
      shown.delete(id)
      write(() => kept.settle(id, now()))
    },
    setShown(id, isShown) {
      if (isShown) shown.add(id)
      else shown.delete(id)
      publish(items)
    },
    isShown: (id) => shown.has(id),
    async reread() {
      const { messages, settled } = await read()
      if (owner.ending.aborted) return
      const known = new Set(messages.map(({ id }) => id))
      // A cleared device does not mean that the messages were sent.
      const lost = items.filter(({ id }) => !known.has(id) && !settled.has(id))
      const others = messages.map((message) => {
        const own = items.find(({ id }) => id === message.id)
        return own && isSame(own, message) ? own : message
      })
      publish([...others, ...lost])
      for (const message of lost) write(() => kept.put(message))
    },
    close() {
      shown.clear()
      publish([])
    },
  }
}

/** Waiting messages as the screen shows them, with object URLs of files that are only here. */
function createQueueView(store: Store) {
  const drawn = new Map<string, { item: OutboxMessage; urls: readonly string[] }>()

  function draw(item: OutboxMessage) {
    const { id, text, files, role, createdAt, marks = {} } = item
    revoke(id)
    const attachments = files.map((file, index) => toShown(file, `${id}-${index}`))
    const urls = attachments.filter((_, index) => files[index] instanceof File)
    drawn.set(id, { item, urls: urls.map(({ url }) => url) })
    const queuedId = queuedIdOf(id)
    const message = createMessage({ text, attachments, role, marks }, queuedId, createdAt)
    store.set(putMessageAtom, message)
  }

  function undraw(id: string) {
    revoke(id)
    drawn.delete(id)
    store.set(dropMessageAtom, queuedIdOf(id))
  }

  function revoke(id: string) {
    for (const url of drawn.get(id)?.urls ?? []) URL.revokeObjectURL(url)
  }

  return {
    show(queued: readonly OutboxMessage[]) {
      const ids = new Set(queued.map(({ id }) => id))
      for (const item of queued) if (drawn.get(item.id)?.item !== item) draw(item)
      store.set(noteQueuedAtom, queued.map(toQueued))
      for (const id of drawn.keys()) if (!ids.has(id)) undraw(id)
    },
  }
}

const toQueued = ({ id, thread, state, files }: OutboxMessage): QueuedMessage => ({
  id: queuedIdOf(id),
  thread,
  error: state.type === 'failed' ? state.error : null,
  ...(state.type === 'failed' && state.endsAt !== undefined ? { endsAt: state.endsAt } : {}),
  ...(files.some(isLost) ? { hasLostFile: true } : {}),
})

/** Compares without file objects: each read creates new ones, which is not a change. */
const isSame = (own: OutboxMessage, read: OutboxMessage): boolean =>
  own.state.type === read.state.type &&
  repeatTime(own.state) === repeatTime(read.state) &&
  own.thread === read.thread &&
  own.order === read.order &&
  areSameFiles(own.files.map(toComparable), read.files.map(toComparable))

/** A file is a new object each time that it is read. */
const toComparable = (file: KeptFile): KeptFile => (isUploaded(file) ? file : NOT_UPLOADED)
const NOT_UPLOADED = new File([], '')

function toShown(file: KeptFile, id: string): Attachment {
  if (isUploaded(file)) return toAttachment(file)
  const { name, type: contentType, size } = file
  const url = URL.createObjectURL(file)
  return { id, type: attachmentType(contentType), name, contentType, url, size }
}
