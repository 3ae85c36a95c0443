import type { Store } from 'jotai/vanilla'
import type { Clock } from '../../api/clock.ts'
import {
  createDraftRecord,
  createDraftStore,
  isEditName,
  type KeptDraft,
  type KeptDrafts,
} from '../../device/draft-store.ts'
import { TAB_TEXT_MAX_CHARACTERS } from '../../device/tabs.ts'
import type { TextRecord } from '../../device/text-record.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { subscribeToTabs } from '../../world/subscribe-to-tabs.ts'
import { ownerAtom, type Owner } from '../../world/owner.ts'
import { draftSendAtom } from './draft-send.ts'
import { NEW_DRAFT, keyOf } from './draft-names.ts'
import { threadKeysAtom } from '../../conversation/atoms/thread-keys.ts'
import { createPageDrafts, type PageDrafts } from './page-drafts.ts'
import { draftsAtom, setDraftAtom } from './drafts.ts'
import { adoptedDraftsAtom } from './older-drafts.ts'

/** After the last key, so that typing does not wait for storage. */
export const DRAFT_WRITE_DELAY_MS = 300
/** Who types without a pause loses no more than this when the tab crashes. */
export const DRAFT_WRITE_MAX_MS = 2_000

export interface DraftKeeper {
  /** Writes what waits for the typing to rest: the page is about to go. */
  write(): void
  /** Looks whether another tab has newer words. */
  reread(): void
  /** Nothing of whoever chatted before may stay in this tab. */
  forget(): void
  /** Writes, and follows the drafts no more. */
  stop(): void
}

/**
 * Keeps what is typed and attached, and what is changed in a message, for the person who did and nobody
 * else: over a reload, for the next visit, and in their other tabs. Of two versions the later one counts.
 */
export function keepDrafts(store: Store): DraftKeeper {
  const { base, clock, openTabStorage } = depsOf(store.get)
  const record = createDraftRecord(base, openTabStorage)
  const rest = createRest(clock, write)
  let shelf: Shelf | null = null
  const page = createPageDrafts(store, {
    onChange: (isUrgent) => (isUrgent ? write() : rest.begin()),
    isGone: () => shelf?.owner.ending.aborted === true,
  })

  function follow() {
    const owner = store.get(ownerAtom)
    if (owner === (shelf?.owner ?? null)) return
    if (!owner) return end()
    shelf = openShelf(owner, record)
    const ofTab = shelf.fromTab()
    // Files wait until the device was read, which may hold their bytes.
    for (const draft of ofTab) page.take(isEditName(draft.thread) ? draft : { ...draft, files: [] })
    void restore(ofTab).then(write)
  }

  function end() {
    shelf = null
    rest.cancel()
    page.forget()
  }

  async function restore(ofTab: readonly KeptDraft[] = []) {
    const from = shelf
    const drafts = (await from?.fromDevice()) ?? []
    if (shelf !== from) return
    for (const draft of drafts) page.take(draft)
    const isOnDevice = ({ thread, savedAt }: KeptDraft) =>
      drafts.some((draft) => draft.thread === thread && draft.savedAt >= savedAt)
    for (const draft of ofTab.filter((each) => each.files.length > 0 && !isEditName(each.thread)))
      if (!isOnDevice(draft)) page.take(draft)
  }

  function write() {
    rest.cancel()
    if (!shelf || shelf.owner.ending.aborted) return
    shelf.keepWords(page.written())
    page.takeChanged().forEach(shelf.put)
  }

  /** What was sent must not come back either when the next message has begun behind it. */
  function noteSend() {
    if (store.get(draftSendAtom) !== null) return
    page.note()
    write()
  }

  /** A thread that got its name is kept under it, and no longer as the new one. */
  function rename() {
    if (!shelf) return
    shelf.put({ thread: NEW_DRAFT, text: '', caret: null, files: [], savedAt: clock.now() })
    page.touchAll()
    rest.begin()
  }

  /** An older draft stands before what was typed since in the same thread. */
  function adopt(draft: KeptDraft) {
    const key = keyOf(store.get, draft.thread)
    const typed = key === null ? '' : (store.get(draftsAtom).get(key) ?? '')
    if (key === null || typed === '') return page.take({ ...draft, savedAt: clock.now() })
    const text = [draft.text, typed].filter((part) => part !== '').join('\n\n')
    store.set(setDraftAtom, key, text)
  }

  const stops = [
    store.sub(ownerAtom, follow),
    store.sub(draftSendAtom, noteSend),
    store.sub(threadKeysAtom, rename),
    hearDrafts(store, page.take),
    store.sub(adoptedDraftsAtom, () => store.get(adoptedDraftsAtom).forEach(adopt)),
    page.stop,
  ]
  page.note()
  follow()
  return {
    write,
    reread: () => void restore(),
    forget() {
      record.remove()
      end()
    },
    stop() {
      write()
      for (const stop of stops) stop()
    },
  }
}

/** Takes what somebody wrote in another tab. Returns how to stop. */
function hearDrafts(store: Store, take: PageDrafts['take']): () => void {
  return subscribeToTabs(store, (event) => {
    // Who types here is not overwritten: what they type is newer.
    if (event.type !== 'draft' || depsOf(store.get).device?.hasFocus()) return
    const { thread, text, savedAt, hasFiles } = event
    take({ thread, text, savedAt, caret: null, files: [] }, text === '' && !hasFiles)
  })
}

interface Rest {
  begin(): void
  cancel(): void
}

/** Calls `write` when the typing rests, or after a time also when it does not. */
function createRest(clock: Clock, write: () => void): Rest {
  let changedAt: number | null = null
  let cancelTimer = () => {}
  return {
    begin() {
      cancelTimer()
      const now = clock.uptime()
      changedAt ??= now
      const restMs = changedAt + DRAFT_WRITE_MAX_MS - now
      cancelTimer = clock.after(Math.max(0, Math.min(DRAFT_WRITE_DELAY_MS, restMs)), write)
    },
    cancel() {
      cancelTimer()
      changedAt = null
    },
  }
}

/** Where the drafts of one person are: in this tab, on the device, and in their other tabs. */
interface Shelf {
  readonly owner: Owner
  fromTab(): readonly KeptDraft[]
  fromDevice(): Promise<readonly KeptDraft[]>
  /** Keeps the words of all at once: the page may be about to go. */
  keepWords(drafts: readonly KeptDraft[]): void
  /** Keeps one with its files, and tells the other tabs. */
  put(draft: KeptDraft): void
}

function openShelf(owner: Owner, record: TextRecord<KeptDrafts>): Shelf {
  const drafts = createDraftStore(owner)
  const key = owner.scope.owner
  return {
    owner,
    fromTab() {
      const kept = record.read()
      if (kept && kept.owner !== key) record.remove()
      return kept?.owner === key ? kept.drafts : []
    },
    fromDevice: drafts.all,
    keepWords(all) {
      const words = all.filter(({ text, files }) => text !== '' || files.length > 0)
      if (words.length === 0) record.remove()
      else record.write({ owner: key, drafts: words })
    },
    put(draft) {
      void drafts.put(draft)
      const { thread, text, savedAt, files } = draft
      // A changed message goes with its files, which other tabs read from the device when they are used.
      if (isEditName(thread) || text.length > TAB_TEXT_MAX_CHARACTERS) return
      owner.tabs.post({ type: 'draft', thread, text, savedAt, hasFiles: files.length > 0 })
    },
  }
}
