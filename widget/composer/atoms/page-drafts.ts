import type { Store } from 'jotai/vanilla'
import { EDIT_PREFIX, isEditName, type Caret, type KeptDraft } from '../../device/draft-store.ts'
import { isUploaded, type KeptFile } from '../../device/kept-files.ts'
import { depsOf } from '../../world/chat-deps.ts'
import { caretsAtom, forgetCaretsAtom, placeCaretAtom } from './carets.ts'
import { createDraftFiles } from './draft-files.ts'
import { keyOf, nameOf } from './draft-names.ts'
import { shownKeyAtom, UNPLACED } from '../../conversation/atoms/thread-keys.ts'
import { draftsAtom, setDraftAtom } from './drafts.ts'
import { keptEditsAtom, restoreEditAtom } from './kept-edits.ts'
import { noteOldTextAtom } from '../../world/typed-since.ts'

export interface PageDraftsSettings {
  /** Somebody changed a draft here. `isUrgent`: one is empty by now, and must not come back. */
  readonly onChange: (isUrgent: boolean) => void
  /** Whoever chatted is gone: what changes from then on is no change of theirs. */
  readonly isGone: () => boolean
}

/**
 * What this page holds that was written and not sent: drafts of threads with their carets and files, and
 * changed messages. Outside of the page they are called as the server calls a thread or a message.
 */
export interface PageDrafts {
  /** Drafts with words or files; those of threads come last. */
  written(): readonly KeptDraft[]
  /** Those that changed since this was asked for. */
  takeChanged(): readonly KeptDraft[]
  /** Takes up at once what changed. */
  note(): void
  /**
   * Shows what was kept or told, unless this page has newer words.
   *
   * @param isSent it was sent in another tab, its files with it. Default false.
   */
  take(draft: KeptDraft, isSent?: boolean): void
  /** Threads are called otherwise than before. */
  touchAll(): void
  /** What changes from here on is somebody's who is not known yet. */
  forget(): void
  stop(): void
}

export function createPageDrafts(
  store: Store,
  { onChange, isGone }: PageDraftsSettings,
): PageDrafts {
  const ledger = createDraftLedger(depsOf(store.get).clock.now)
  const carets = createCaretNotes(store)
  const files = createDraftFiles(store, (key, isNewer) => {
    if (isNewer) ledger.touch(key)
    else ledger.mark(key)
    onChange(files.of(key).length === 0)
  })
  /** The new thread's, while none is shown. */
  let parked: KeptDraft | null = null

  const draftOf = (key: string): KeptDraft => ({
    ...(contentOf(store, key) ?? { text: '', files: [] }),
    ...(isEditName(key) ? {} : { files: files.of(key) }),
    thread: nameOf(store.get, key),
    caret: store.get(caretsAtom).get(key) ?? null,
    savedAt: ledger.timeOf(key),
  })

  function note(): readonly string[] {
    if (!isGone()) return ledger.note(wordsOf(store))
    ledger.reset(wordsOf(store))
    return []
  }

  function noteWords() {
    const keys = note()
    // What was sent must not come back, whatever happens next.
    const isSent = keys.some((key) => key !== UNPLACED && !contentOf(store, key))
    if (keys.length > 0) onChange(isSent)
  }

  function noteCaret() {
    const key = store.get(shownKeyAtom)
    if (!carets.hasMoved(key) || !contentOf(store, key)) return
    ledger.mark(key)
    onChange(false)
  }

  function take(draft: KeptDraft, isSent = false) {
    const key = keyOf(store.get, draft.thread)
    if (key === null) {
      if (!parked || parked.savedAt <= draft.savedAt) parked = draft
      return
    }
    const sign = draft.text === '' ? '' : signOf(key, draft)
    const isTaken = ledger.take(key, sign, draft.savedAt)
    if (isTaken) {
      show(store, key, draft)
      if (draft.caret) carets.place(key, draft.caret)
    }
    // Words that are newer here may have been kept without their files.
    if (!isEditName(key) && (isTaken || contentOf(store, key))) files.bring(key, draft.files)
    if (isSent) files.drop(key)
  }

  function placeParked() {
    if (!parked || keyOf(store.get, parked.thread) === null) return
    const draft = parked
    parked = null
    take(draft)
  }

  const stops = [
    store.sub(shownKeyAtom, placeParked),
    store.sub(draftsAtom, noteWords),
    store.sub(keptEditsAtom, noteWords),
    store.sub(caretsAtom, noteCaret),
    files.stop,
  ]
  const keys = () => [...wordsOf(store).keys()].filter((key) => key !== UNPLACED)
  return {
    written: () => {
      const all = [...new Set([...keys(), ...files.keys()])].filter((key) => key !== UNPLACED)
      return [...(parked ? [parked] : []), ...all.map(draftOf)]
    },
    takeChanged: () => ledger.takeChanged().map(draftOf),
    note: () => void note(),
    take,
    touchAll: () => keys().forEach(ledger.touch),
    forget() {
      parked = null
      ledger.reset(wordsOf(store))
      files.forget()
      carets.forget()
    },
    stop: () => stops.forEach((stop) => stop()),
  }
}

/** Where carets stood when they were noted last: one that was brought back did not move. */
function createCaretNotes(store: Store) {
  const noted = new Map<string, Caret>()
  return {
    hasMoved(key: string): boolean {
      const caret = store.get(caretsAtom).get(key)
      if (!caret || caret.join() === noted.get(key)?.join()) return false
      noted.set(key, caret)
      return true
    },
    place(key: string, caret: Caret) {
      noted.set(key, caret)
      store.set(placeCaretAtom, key, caret)
    },
    forget() {
      noted.clear()
      store.set(forgetCaretsAtom)
    },
  }
}

/** Puts words where they are read: of a changed message with its files, which the server has. */
function show(store: Store, key: string, { text, files }: KeptDraft) {
  if (isEditName(key)) {
    const edit = text === '' ? null : { text, attachments: files.filter(isUploaded) }
    store.set(restoreEditAtom, editNameOf(key), edit)
  } else if (contentOf(store, key)?.text !== text) {
    store.set(setDraftAtom, key, text)
    store.set(noteOldTextAtom, key)
  }
}

// A key is a thread's first id here; a changed message is called alike inside and outside of the page.
const editNameOf = (key: string): string => key.slice(EDIT_PREFIX.length)

interface Content {
  readonly text: string
  /** Of a changed message; those of a draft stand in its tray. */
  readonly files: readonly KeptFile[]
}

/** What a draft or a changed message says; `undefined` where there is none. */
function contentOf({ get }: Store, key: string): Content | undefined {
  if (isEditName(key)) {
    const edit = get(keptEditsAtom).get(editNameOf(key))
    return edit && { text: edit.text, files: edit.attachments ?? [] }
  }
  const text = get(draftsAtom).get(key)
  return text === undefined ? undefined : { text, files: [] }
}

/** Everything by its key, with what changes when somebody changes it. */
function wordsOf(store: Store): ReadonlyMap<string, string> {
  const edits = [...store.get(keptEditsAtom).keys()].map((name) => EDIT_PREFIX + name)
  const keys = [...edits, ...store.get(draftsAtom).keys()]
  return new Map(keys.map((key) => [key, signOf(key, contentOf(store, key))]))
}

function signOf(key: string, content: Content | undefined): string {
  if (!content || !isEditName(key)) return content?.text ?? ''
  return JSON.stringify([content.text, content.files.map((file) => file.name)])
}

/** What is known of each draft's changes: which are to be written, and what is newer than what. */
function createDraftLedger(now: () => number) {
  let texts = new Map<string, string>()
  const times = new Map<string, number>()
  const changed = new Set<string>()

  /** Something else than its words changed. */
  function touch(key: string) {
    // A clock that was set back must not make the newest words old.
    times.set(key, Math.max(now(), (times.get(key) ?? 0) + 1))
    changed.add(key)
  }

  return {
    /** Notes what the drafts say now. Returns the keys of those that say something else than before. */
    note(drafts: ReadonlyMap<string, string>): readonly string[] {
      const keys = new Set([...texts.keys(), ...drafts.keys()])
      const different = [...keys].filter((key) => texts.get(key) !== drafts.get(key))
      texts = new Map(drafts)
      different.forEach(touch)
      return different
    },
    touch,
    /** Its caret moved, or a file was uploaded: that makes it no newer. */
    mark: (key: string) => void changed.add(key),
    /** A draft came from elsewhere: its words are no change of this page. False when this page's are newer. */
    take(key: string, text: string, savedAt: number): boolean {
      if (savedAt < (times.get(key) ?? 0)) return false
      times.set(key, savedAt)
      if (text === '') texts.delete(key)
      else texts.set(key, text)
      changed.delete(key)
      return true
    },
    /** When it changed last, in milliseconds since 1970. */
    timeOf: (key: string): number => times.get(key) ?? now(),
    /** The keys that changed since they were asked for. */
    takeChanged(): readonly string[] {
      const keys = [...changed].filter((key) => key !== UNPLACED)
      changed.clear()
      return keys
    },
    /** Forgets everything but what the drafts say now. */
    reset(drafts: ReadonlyMap<string, string>) {
      texts = new Map(drafts)
      times.clear()
      changed.clear()
    },
  }
}
