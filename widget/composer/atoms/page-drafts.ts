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
  /** Called when a person changed a draft here. `isUrgent`: a draft became empty, and must not come back. */
  readonly onChange: (isUrgent: boolean) => void
  /** True when the previous user is gone: later changes are not theirs. */
  readonly isGone: () => boolean
}

/**
 * Unsent content of this page: drafts of threads with carets and files, and edits of messages. Outside of the page
 * they have the server's ids of threads and messages.
 */
export interface PageDrafts {
  /** Drafts with words or files; those of threads come last. */
  written(): readonly KeptDraft[]
  /** Drafts that changed since the last call. */
  takeChanged(): readonly KeptDraft[]
  /** Records all changes at once. */
  note(): void
  /**
   * Shows a stored or received draft unless this page has a newer one.
   *
   * @param isSent true if it was sent in another tab with its files. Default false.
   */
  take(draft: KeptDraft, isSent?: boolean): void
  /** Threads have new names. */
  touchAll(): void
  /** Clears all drafts. Changes from here on belong to a user who is not known yet. */
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
  /** The new thread's draft while no new thread is shown. */
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
    // A sent text must not come back in any case.
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
    // Newer text of this page may have been stored without its files.
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

/** Last noted positions of carets. A restored caret does not count as moved. */
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

/** Shows text: in its draft, or, for an edited message, with the files that the server has. */
function show(store: Store, key: string, { text, files }: KeptDraft) {
  if (isEditName(key)) {
    const edit = text === '' ? null : { text, attachments: files.filter(isUploaded) }
    store.set(restoreEditAtom, editNameOf(key), edit)
  } else if (contentOf(store, key)?.text !== text) {
    store.set(setDraftAtom, key, text)
    store.set(noteOldTextAtom, key)
  }
}

// A key is a thread's first id here. An edited message has the same name inside and outside of the page.
const editNameOf = (key: string): string => key.slice(EDIT_PREFIX.length)

interface Content {
  readonly text: string
  /** Files of an edited message; those of a draft are in its tray. */
  readonly files: readonly KeptFile[]
}

/** Content of a draft or an edited message; `undefined` without one. */
function contentOf({ get }: Store, key: string): Content | undefined {
  if (isEditName(key)) {
    const edit = get(keptEditsAtom).get(editNameOf(key))
    return edit && { text: edit.text, files: edit.attachments ?? [] }
  }
  const text = get(draftsAtom).get(key)
  return text === undefined ? undefined : { text, files: [] }
}

/** A text per key that changes with every edit by a person. */
function wordsOf(store: Store): ReadonlyMap<string, string> {
  const edits = [...store.get(keptEditsAtom).keys()].map((name) => EDIT_PREFIX + name)
  const keys = [...edits, ...store.get(draftsAtom).keys()]
  return new Map(keys.map((key) => [key, signOf(key, contentOf(store, key))]))
}

function signOf(key: string, content: Content | undefined): string {
  if (!content || !isEditName(key)) return content?.text ?? ''
  return JSON.stringify([content.text, content.files.map((file) => file.name)])
}

/** Tracks the changes of each draft: which have to be written, and which version is newer. */
function createDraftLedger(now: () => number) {
  let texts = new Map<string, string>()
  const times = new Map<string, number>()
  const changed = new Set<string>()

  /** Something other than its text changed. */
  function touch(key: string) {
    // If the clock was set back, the newest text must not count as old.
    times.set(key, Math.max(now(), (times.get(key) ?? 0) + 1))
    changed.add(key)
  }

  return {
    /** Records the current drafts. Returns the keys of those that changed. */
    note(drafts: ReadonlyMap<string, string>): readonly string[] {
      const keys = new Set([...texts.keys(), ...drafts.keys()])
      const different = [...keys].filter((key) => texts.get(key) !== drafts.get(key))
      texts = new Map(drafts)
      different.forEach(touch)
      return different
    },
    touch,
    /** The caret moved or a file was uploaded: the draft is written, but is not newer. */
    mark: (key: string) => void changed.add(key),
    /** Records a draft from elsewhere, which is not a change here. False if this page has a newer one. */
    take(key: string, text: string, savedAt: number): boolean {
      if (savedAt < (times.get(key) ?? 0)) return false
      times.set(key, savedAt)
      if (text === '') texts.delete(key)
      else texts.set(key, text)
      changed.delete(key)
      return true
    },
    /** Time of its last change, in milliseconds since 1970. */
    timeOf: (key: string): number => times.get(key) ?? now(),
    /** The keys that changed since the last call. */
    takeChanged(): readonly string[] {
      const keys = [...changed].filter((key) => key !== UNPLACED)
      changed.clear()
      return keys
    },
    /** Forgets everything except the current drafts. */
    reset(drafts: ReadonlyMap<string, string>) {
      texts = new Map(drafts)
      times.clear()
      changed.clear()
    },
  }
}
