import type { Store } from 'jotai/vanilla'
import {
  createDraftRecord,
  createDraftStore,
  type Caret,
  type DraftStore,
  type KeptDraft,
} from '../device/draft-store.ts'
import { TAB_TEXT_MAX_CHARACTERS, type TabEvent } from '../device/tabs.ts'
import { caretsAtom, forgetCaretsAtom, placeCaretAtom } from './carets.ts'
import { depsOf } from './chat-deps.ts'
import { createDraftFiles } from './draft-files.ts'
import { draftKeyAtom, draftNamesAtom, draftSendAtom, UNPLACED } from './draft-key.ts'
import { createDraftLedger } from './draft-ledger.ts'
import { keyOfDraft, nameOfDraft, NEW_DRAFT } from './draft-names.ts'
import { draftsAtom, setDraftAtom } from './drafts.ts'
import { hearTabs } from './hear-tabs.ts'
import { ownerAtom, type Owner } from './owner.ts'

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
 * Keeps what is typed and attached, for the person who did and nobody else: over a reload, for the next
 * visit, and in their other tabs. Of two versions the later one counts.
 */
export function keepDrafts(store: Store): DraftKeeper {
  const { base, clock, openTabStorage, device } = depsOf(store.get)
  const record = createDraftRecord(base, openTabStorage)
  const ledger = createDraftLedger(clock.now)
  const files = createDraftFiles(store, (key) => {
    ledger.touch(key)
    schedule(files.of(key).length === 0)
  })
  const carets = new Map<string, Caret>()
  let kept: { readonly owner: Owner; readonly drafts: DraftStore } | null = null
  /** The new thread's, while none is shown. */
  let parked: KeptDraft | null = null
  let changedAt: number | null = null
  let cancelWrite = () => {}

  function follow() {
    const owner = store.get(ownerAtom)
    if (owner === (kept?.owner ?? null)) return
    if (!owner) return end()
    const drafts = createDraftStore(owner)
    kept = { owner, drafts }
    restoreTab(owner)
    void restoreDevice().then(write)
  }

  /** What changes from here on is somebody's who is not known yet. */
  function end() {
    kept = null
    parked = null
    cancelWrite()
    ledger.reset(store.get(draftsAtom))
    files.forget()
    carets.clear()
    store.set(forgetCaretsAtom)
  }

  function restoreTab({ scope }: Owner) {
    const words = record.read()
    if (words && words.owner !== scope.owner) record.remove()
    if (words?.owner !== scope.owner) return
    for (const [thread, draft] of words.drafts) take({ ...draft, thread, files: [] })
  }

  async function restoreDevice() {
    const from = kept
    const drafts = (await from?.drafts.all()) ?? []
    if (kept !== from) return
    for (const draft of drafts) {
      const key = take(draft)
      // Its newer words may have been kept without the files.
      if (key !== null && textOf(key) !== '') files.bring(key, draft.files)
    }
  }

  /** Shows a draft unless this page has newer words. Returns its key here. */
  function take(draft: KeptDraft): string | null {
    const { thread, text, caret, savedAt } = draft
    const key = keyOfDraft(store.get, thread)
    if (key === null) {
      if (!parked || parked.savedAt <= savedAt) parked = draft
      return null
    }
    if (!ledger.take(key, text, savedAt)) return key
    if (textOf(key) !== text) store.set(setDraftAtom, key, text)
    if (caret) {
      carets.set(key, caret)
      store.set(placeCaretAtom, key, caret)
    }
    files.bring(key, draft.files)
    return key
  }

  function placeNew() {
    if (!parked || keyOfDraft(store.get, parked.thread) === null) return
    const draft = parked
    parked = null
    take(draft)
  }

  const textOf = (key: string): string => store.get(draftsAtom).get(key) ?? ''

  const draftOf = (key: string): KeptDraft => ({
    thread: nameOfDraft(store.get, key),
    text: textOf(key),
    caret: store.get(caretsAtom).get(key) ?? null,
    files: files.of(key),
    savedAt: ledger.timeOf(key),
  })

  function write() {
    cancelWrite()
    changedAt = null
    if (!kept || kept.owner.ending.aborted) return
    const { owner, drafts } = kept
    const all = [...store.get(draftsAtom).keys()].filter((key) => key !== UNPLACED).map(draftOf)
    const words = [...(parked ? [parked] : []), ...all].filter(({ text }) => text !== '')
    if (words.length === 0) record.remove()
    else record.write({ owner: owner.scope.owner, drafts: new Map(words.map(byThread)) })
    for (const key of ledger.takeChanged()) {
      if (key === UNPLACED) continue
      const draft = draftOf(key)
      void drafts.put(draft)
      tell(owner, draft)
    }
  }

  function tell({ tabs }: Owner, { thread, text, savedAt, files: { length } }: KeptDraft) {
    if (text.length > TAB_TEXT_MAX_CHARACTERS) return
    tabs.post({ type: 'draft', thread, text, savedAt, hasFiles: length > 0 })
  }

  function noteChange() {
    if (kept?.owner.ending.aborted) return ledger.reset(store.get(draftsAtom))
    const keys = ledger.note(store.get(draftsAtom))
    // What was sent must not come back, whatever happens next.
    if (keys.length > 0) schedule(keys.some((key) => textOf(key) === '' && key !== UNPLACED))
  }

  /** What was sent must not come back either when the next message has begun behind it. */
  function noteSend() {
    if (store.get(draftSendAtom) !== null) return
    noteChange()
    write()
  }

  function noteCaret() {
    const key = store.get(draftKeyAtom)
    const caret = store.get(caretsAtom).get(key)
    if (!caret || caret.join() === carets.get(key)?.join()) return
    carets.set(key, caret)
    if (textOf(key) === '') return
    ledger.mark(key)
    schedule(false)
  }

  /** A thread that got its name is kept under it, and no longer as the new one. */
  function rename() {
    if (!kept) return
    const unnamed = { thread: NEW_DRAFT, text: '', caret: null, files: [], savedAt: clock.now() }
    void kept.drafts.put(unnamed)
    tell(kept.owner, unnamed)
    for (const key of store.get(draftsAtom).keys()) ledger.touch(key)
    schedule(false)
  }

  function schedule(isUrgent: boolean) {
    cancelWrite()
    if (isUrgent) return write()
    const now = clock.uptime()
    changedAt ??= now
    const restMs = changedAt + DRAFT_WRITE_MAX_MS - now
    cancelWrite = clock.after(Math.max(0, Math.min(DRAFT_WRITE_DELAY_MS, restMs)), write)
  }

  function hear(event: TabEvent) {
    // Who types here is not overwritten: what they type is newer.
    if (event.type !== 'draft' || device?.hasFocus()) return
    const { thread, text, savedAt } = event
    const key = take({ thread, text, savedAt, caret: null, files: [] })
    if (key !== null && text === '' && !event.hasFiles) files.drop(key)
  }

  const stops = [
    store.sub(ownerAtom, follow),
    store.sub(draftKeyAtom, placeNew),
    store.sub(draftsAtom, noteChange),
    store.sub(draftSendAtom, noteSend),
    store.sub(draftNamesAtom, rename),
    store.sub(caretsAtom, noteCaret),
    hearTabs(store, hear),
    files.stop,
  ]
  noteChange()
  follow()
  return {
    write,
    reread: () => void restoreDevice(),
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

const byThread = (draft: KeptDraft) => [draft.thread, draft] as const
