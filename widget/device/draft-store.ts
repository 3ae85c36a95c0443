import { isPlainObject } from '../../shared/json.ts'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { keptBytes, readKeptFile, sumBytes, withoutCopy, type KeptFile } from './kept-files.ts'
import { keepRows, type RowOwner } from './kept-rows.ts'
import { createTextRecord, type TextRecord } from './text-record.ts'

/** Maximum number of drafts; the oldest are evicted. */
export const DRAFTS_KEPT_MAX = 20
/** In UTF-16 units. A longer draft ends with the page. */
export const DRAFT_KEPT_MAX_CHARACTERS = 200_000
/** Bytes of one draft's files, first to last. Beyond that, only the upload or the name is kept. */
export const DRAFT_FILES_MAX_BYTES = 25_000_000
/** Bytes of all drafts' files. The oldest drafts lose their files first and keep their text. */
export const ALL_DRAFT_FILES_MAX_BYTES = 50_000_000

/** Position of the caret, or the selected range. */
export type Caret = readonly [start: number, end: number]

/**
 * Prefix for the draft of an edited message, followed by the message's name. Other drafts are named by their
 * thread.
 */
export const EDIT_PREFIX = 'edit:'
export const isEditName = (name: string): boolean => name.startsWith(EDIT_PREFIX)

/** An unsent text with its files. Empty after it was sent or removed. */
export interface KeptDraft {
  /** The server's id of the thread; or an edited message, see {@link EDIT_PREFIX}. */
  readonly thread: string
  readonly text: string
  readonly caret: Caret | null
  readonly files: readonly KeptFile[]
  /** Milliseconds since 1970: of two drafts the later one counts. */
  readonly savedAt: number
}

/** Drafts of one person on this device. */
export interface DraftStore {
  all(): Promise<readonly KeptDraft[]>
  put(draft: KeptDraft): Promise<void>
}

export function createDraftStore(owner: RowOwner): DraftStore {
  const rows = keepRows(owner, 'drafts', parseDraft)

  async function all(): Promise<readonly KeptDraft[]> {
    return [...(await rows.all())].map(([thread, draft]) => ({ thread, ...draft }))
  }

  return {
    all,
    async put({ thread, ...draft }) {
      if (draft.text.length > DRAFT_KEPT_MAX_CHARACTERS) return
      await rows.put(thread, { ...draft, files: takeFitting(draft.files) })
      const { gone, lighter } = chooseLosses(await all())
      await rows.remove(gone)
      for (const { thread: other, ...rest } of lighter) await rows.put(other, rest)
    },
  }
}

/** Returns the files of one draft, with bytes up to the limit. */
export function takeFitting(files: readonly KeptFile[]): readonly KeptFile[] {
  let room = DRAFT_FILES_MAX_BYTES
  return files.map((file) => {
    if (keptBytes(file) > room) return withoutCopy(file)
    room -= keptBytes(file)
    return file
  })
}

/** Chooses what the limits cost: whole drafts, and the bytes of other drafts' files. */
export function chooseLosses(drafts: readonly KeptDraft[]): {
  readonly gone: readonly string[]
  readonly lighter: readonly KeptDraft[]
} {
  const newest = drafts.toSorted((a, b) => b.savedAt - a.savedAt)
  const full = newest.filter(isFull)
  // Empty drafts stay: they mark older texts elsewhere as gone.
  const empty = newest.filter((draft) => !isFull(draft))
  const kept = takeFirst(full)
  const gone = [...full, ...empty].filter(
    (draft) => ![...kept, ...takeFirst(empty)].includes(draft),
  )
  let room = ALL_DRAFT_FILES_MAX_BYTES
  const lighter = kept.flatMap((draft) => {
    room -= sumBytes(draft.files)
    const isTooMuch = room < 0 && sumBytes(draft.files) > 0
    return isTooMuch ? [{ ...draft, files: draft.files.map(withoutCopy) }] : []
  })
  return { gone: gone.map(({ thread }) => thread), lighter }
}

/** Keeps the maximum of drafts and of edited messages each, so that neither evicts the other. */
function takeFirst(drafts: readonly KeptDraft[]): readonly KeptDraft[] {
  const edits = drafts.filter(({ thread }) => isEditName(thread))
  const others = drafts.filter(({ thread }) => !isEditName(thread))
  return [...edits.slice(0, DRAFTS_KEPT_MAX), ...others.slice(0, DRAFTS_KEPT_MAX)]
}

const isFull = ({ text, files }: KeptDraft): boolean => text !== '' || files.length > 0

function parseDraft(value: unknown): Omit<KeptDraft, 'thread'> | undefined {
  if (!isPlainObject(value)) return undefined
  const { text, caret, files, savedAt } = value
  if (typeof text !== 'string' || typeof savedAt !== 'number') return undefined
  return {
    text,
    savedAt,
    caret: isCaret(caret) ? caret : null,
    files: Array.isArray(files) ? files.flatMap((file) => readKeptFile(file) ?? []) : [],
  }
}

const isCaret = (value: unknown): value is Caret =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger)

/** Drafts of one person, oldest first. */
export interface KeptDrafts {
  readonly owner: string
  readonly drafts: readonly KeptDraft[]
}

/**
 * Keeps text over a reload of the frame, also if the device stores nothing. Files are kept as uploads and names,
 * without bytes: the person sees which ones have to be chosen again.
 *
 * @param base the project's address.
 */
export const createDraftRecord = (
  base: string,
  open: (() => KeyValueStorage) | undefined,
): TextRecord<KeptDrafts> =>
  createTextRecord({
    key: `alcove:drafts:${base}`,
    open,
    parse: parseDrafts,
    format({ owner, drafts }) {
      const short = drafts.filter(({ text }) => text.length <= DRAFT_KEPT_MAX_CHARACTERS)
      return JSON.stringify({
        owner,
        drafts: takeFirst(short.toReversed()).toReversed().map(toEntry),
      })
    },
  })

const toEntry = ({ thread, text, savedAt, caret, files }: KeptDraft) => [
  thread,
  text,
  savedAt,
  caret,
  files.map(withoutCopy),
]

function parseDrafts(text: string): KeptDrafts | undefined {
  const value: unknown = JSON.parse(text)
  if (!isPlainObject(value) || typeof value['owner'] !== 'string') return undefined
  const entries: unknown = value['drafts']
  if (!Array.isArray(entries)) return undefined
  return { owner: value['owner'], drafts: entries.flatMap(parseEntry) }
}

function parseEntry(entry: unknown): readonly KeptDraft[] {
  const [thread, text, savedAt, caret, files] = Array.isArray(entry)
    ? (entry as readonly unknown[])
    : []
  const draft = parseDraft({ text, savedAt, caret, files })
  return typeof thread === 'string' && draft ? [{ thread, ...draft }] : []
}
