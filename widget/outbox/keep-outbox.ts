import type { Store } from 'jotai/vanilla'
import { draftNamesAtom } from '../composer/atoms/draft-key.ts'
import { isRunningAtom } from '../conversation/atoms/conversations.ts'
import type { OutboxMessage } from '../device/outbox-store.ts'
import { depsOf } from '../state/chat-deps.ts'
import { hearTabs } from '../state/hear-tabs.ts'
import { ownerAtom, type Owner } from '../state/owner.ts'
import { threadsAtom } from '../thread-list/atoms/thread-list-facts.ts'
import { createDrain } from './drain-outbox.ts'
import { createDesk } from './outbox-desk.ts'
import { createOutboxItems } from './outbox-items.ts'
import { closeDeskAtom, openDeskAtom } from './queued.ts'

export interface OutboxKeeper {
  /** Looks whether another tab sent or added something. */
  reread(): void
  stop(): void
}

/** Keeps each message that is sent until the server has it, for the person who wrote it. */
export function keepOutbox(store: Store): OutboxKeeper {
  let open: { readonly owner: Owner; reread(): void; close(): void } | null = null

  function follow() {
    const owner = store.get(ownerAtom)
    if (owner === (open?.owner ?? null)) return
    open?.close()
    open = owner && openOutbox(store, owner)
  }

  const stops = [
    store.sub(ownerAtom, follow),
    hearTabs(store, ({ type }) => {
      if (type === 'outbox') open?.reread()
    }),
  ]
  follow()
  return {
    reread: () => open?.reread(),
    stop() {
      for (const stop of stops) stop()
      open?.close()
      open = null
    },
  }
}

function openOutbox(store: Store, owner: Owner) {
  const { clock, connection } = depsOf(store.get)
  const items = createOutboxItems(store, owner, clock.now)
  const drain = createDrain({ store, owner, items, onTaken: noteTaken })

  function noteTaken(item: OutboxMessage) {
    items.settle(item.id)
    owner.tabs.post({ type: 'outbox' })
    owner.tabs.post({ type: 'messages', thread: nameOf(item.thread) })
    const threads = store.get(threadsAtom)
    // One that was begun in a tab that is gone is in no list here.
    if (threads?.status === 'ready' && !threads.find(item.thread)) threads.reload().catch(() => {})
  }

  /** As the server calls it, if it does by now. */
  function nameOf(thread: string): string {
    for (const [name, key] of store.get(draftNamesAtom)) if (key === thread) return name
    return thread
  }

  function rename() {
    for (const item of items.all) {
      const thread = nameOf(item.thread)
      if (thread !== item.thread) items.put({ ...item, thread })
    }
    drain.kick()
  }

  async function reread() {
    await items.reread()
    if (!owner.ending.aborted) rename()
  }

  const desk = createDesk({ store, owner, items, noteTaken, nameOf, kick: drain.kick })
  store.set(openDeskAtom, desk)
  const stops = [
    connection.subscribe(() => drain.kick()),
    store.sub(draftNamesAtom, rename),
    store.sub(isRunningAtom, () => drain.kick()),
    store.sub(threadsAtom, () => drain.kick()),
  ]
  void reread()
  // What handles files comes now: when somebody attaches one, the connection may be gone.
  owner.identity.cloud.files?.().catch(() => {})
  return {
    owner,
    reread: () => void reread(),
    close() {
      for (const stop of stops) stop()
      store.set(closeDeskAtom, desk)
      items.close()
    },
  }
}
