import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import type { TrayAttachment } from './tray-attachment.ts'

/** The list of a tray. Waiting calls check it after each change. */
export function createTrayItems(onChange: (items: readonly TrayAttachment[]) => void) {
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

  // No limit: an upload ends by UPLOAD_STALL_MS, and `close` wakes everybody: "tells nothing once it is cancelled,
  // and whoever waits learns it".
  const changed = () => new Promise<void>((resolve) => waiting.push(resolve))

  function require(id: string): TrayAttachment {
    const item = all.find((other) => other.id === id)
    if (item) return item
    throw new AlcoveError('not_found', THREAD_TEXTS.attachmentNotFound)
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
    require,
    change(id: string, facts: Partial<TrayAttachment>) {
      if (isClosed || !all.some((item) => item.id === id)) return
      publish(all.map((item) => (item.id === id ? { ...item, ...facts } : item)))
    },
    replace(item: TrayAttachment, others: readonly TrayAttachment[]) {
      publish(all.flatMap((known) => (known === item ? others : known)))
    },
    changed,
    /** Waits until a file's upload is finished. @throws AlcoveError `not_found`: it was removed. */
    async settled(id: string): Promise<TrayAttachment> {
      for (;;) {
        const item = require(id)
        if (item.status.type !== 'running') return item
        await changed()
      }
    },
    checkOpen() {
      if (isClosed) throw new AlcoveError('destroyed', 'Somebody else is chatting now.')
    },
    close() {
      isClosed = true
      publish([])
    },
  }
}
