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
import { adoptedDraftsAtom } from './adopted-drafts.ts'

/** Write delay after the last key, so that typing does not wait for storage. */
export const DRAFT_WRITE_DELAY_MS = 300
/** Longest time without a write during steady typing: a crash of the tab loses at most this much. */
export const DRAFT_WRITE_MAX_MS = 2_000

export interface DraftKeeper {
  /** Writes pending changes at once: the page is about to close. */
  write(): void
  /** Reads newer drafts of other tabs. */
  reread(): void
  /** Clears all drafts of the previous person from this tab. */
  forget(): void
  /** Writes, and stops following the drafts. */
  stop(): void
}

/**
 * Stores drafts with their files, and edits of messages, for their author only: across reloads, for the next visit,
 * and in other tabs. Of two versions the later one wins.
 *
 * @param onKept called after each write: what was entered so far survives the page.
 */
export function keepDrafts(store: Store, onKept = () => {}): DraftKeeper {
  const { base, clock, openTabStorage } = depsOf(store.get)
  const record = createDraftRecord(base, openTabStorage)
  const pendingWrite = createWriteDebounce(clock, write)
  let stores: DraftStores | null = null
  const page = createPageDrafts(store, {
    onChange: (isUrgent) => (isUrgent ? write() : pendingWrite.begin()),
    isGone: () => stores?.owner.ending.aborted === true,
  })

  function follow() {
    const owner = store.get(ownerAtom)
    if (owner === (stores?.owner ?? null)) return
    if (!owner) return end()
    stores = openStores(owner, record)
    const ofTab = stores.fromTab()
    // Files are written after the device was read, since it may hold their bytes.
    for (const draft of ofTab) page.take(isEditName(draft.thread) ? draft : { ...draft, files: [] })
    void restore(ofTab).then(write)
  }

  function end() {
    stores = null
    pendingWrite.cancel()
    page.forget()
  }

  async function restore(ofTab: readonly KeptDraft[] = []) {
    const from = stores
    const drafts = (await from?.fromDevice()) ?? []
    if (stores !== from) return
    for (const draft of drafts) page.take(draft)
    const isOnDevice = ({ thread, savedAt }: KeptDraft) =>
      drafts.some((draft) => draft.thread === thread && draft.savedAt >= savedAt)
    for (const draft of ofTab.filter((each) => each.files.length > 0 && !isEditName(each.thread)))
      if (!isOnDevice(draft)) page.take(draft)
  }

  function write() {
    pendingWrite.cancel()
    if (!stores || stores.owner.ending.aborted) return
    stores.keepWords(page.written())
    page.takeChanged().forEach(stores.put)
    onKept()
  }

  /** A sent text must not come back, even if the next message has already begun. */
  function noteSend() {
    if (store.get(draftSendAtom) !== null) return
    page.note()
    write()
  }

  /** A new thread that got its id: the draft moves to that name. */
  function rename() {
    if (!stores) return
    stores.put({ thread: NEW_DRAFT, text: '', caret: null, files: [], savedAt: clock.now() })
    page.touchAll()
    pendingWrite.begin()
  }

  /** In the same thread, an older draft is put in front of text typed since. */
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

/** Takes drafts from other tabs. Returns the function that stops this. */
function hearDrafts(store: Store, take: PageDrafts['take']): () => void {
  return subscribeToTabs(store, (event) => {
    // A person who types in this tab is not overwritten: their text is newer.
    if (event.type !== 'draft' || depsOf(store.get).device?.hasFocus()) return
    const { thread, text, savedAt, hasFiles } = event
    take({ thread, text, savedAt, caret: null, files: [] }, text === '' && !hasFiles)
  })
}

interface WriteDebounce {
  begin(): void
  cancel(): void
}

/** Calls `write` when typing pauses, and at the latest after a maximum time. */
function createWriteDebounce(clock: Clock, write: () => void): WriteDebounce {
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

/** Stores of one person's drafts: this tab, the device and other tabs. */
interface DraftStores {
  readonly owner: Owner
  fromTab(): readonly KeptDraft[]
  fromDevice(): Promise<readonly KeptDraft[]>
  /** Stores all texts synchronously: the page may be about to close. */
  keepWords(drafts: readonly KeptDraft[]): void
  /** Stores one draft with its files, and notifies other tabs. */
  put(draft: KeptDraft): void
}

function openStores(owner: Owner, record: TextRecord<KeptDrafts>): DraftStores {
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
      // An edit includes files, which other tabs read from the device when they need them.
      if (isEditName(thread) || text.length > TAB_TEXT_MAX_CHARACTERS) return
      owner.tabs.post({ type: 'draft', thread, text, savedAt, hasFiles: files.length > 0 })
    },
  }
}
