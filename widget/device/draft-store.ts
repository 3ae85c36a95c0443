import { isPlainObject } from '../../shared/json.ts'
import type { DeviceRows, RowScope } from './device-rows.ts'
import { isKeptFile, keptBytes, sumBytes, type KeptFile } from './kept-file.ts'

/** Drafts that are kept; the oldest others go. */
export const DRAFTS_KEPT_MAX = 20
/** UTF-16 units; a longer draft lives as long as the page. */
export const DRAFT_KEPT_MAX_CHARACTERS = 200_000
/** Files of one draft, first to last; what goes beyond lives as long as the page. */
export const DRAFT_FILES_MAX_BYTES = 25_000_000
/** Files of all drafts; those of the oldest go first, its words stay. */
export const ALL_DRAFT_FILES_MAX_BYTES = 50_000_000

/** Where the caret stands, or what is selected. */
export type Caret = readonly [start: number, end: number]

/** What somebody wrote and did not send; empty where it was sent or removed. */
export interface KeptDraft {
  readonly thread: string
  readonly text: string
  readonly caret: Caret | null
  readonly files: readonly KeptFile[]
  /** Milliseconds since 1970: of two the later one counts. */
  readonly savedAt: number
}

/** Drafts of one person on this device. */
export interface DraftStore {
  all(): Promise<readonly KeptDraft[]>
  put(draft: KeptDraft): Promise<void>
}

export function createDraftStore(rows: DeviceRows, scope: RowScope): DraftStore {
  async function all() {
    return (await rows.list('drafts', scope)).flatMap(({ id, value }) => parseDraft(id, value))
  }

  return {
    all,
    async put({ thread, ...value }) {
      if (value.text.length > DRAFT_KEPT_MAX_CHARACTERS) return
      const files = takeFitting(value.files)
      await rows.put('drafts', scope, { id: thread, value: { ...value, files } })
      const { gone, lighter } = chooseLosses(await all())
      if (gone.length > 0) await rows.remove('drafts', scope, gone)
      for (const { thread: id, ...rest } of lighter) {
        await rows.put('drafts', scope, { id, value: rest })
      }
    },
  }
}

/** As many files as there is room for in one draft. */
export function takeFitting(files: readonly KeptFile[]): readonly KeptFile[] {
  let room = DRAFT_FILES_MAX_BYTES
  return files.filter((file) => {
    const isFitting = keptBytes(file) <= room
    if (isFitting) room -= keptBytes(file)
    return isFitting
  })
}

/** What has to go so that the limits hold: whole drafts, and the files of others. */
export function chooseLosses(drafts: readonly KeptDraft[]): {
  readonly gone: readonly string[]
  readonly lighter: readonly KeptDraft[]
} {
  const newest = drafts.toSorted((a, b) => b.savedAt - a.savedAt)
  const full = newest.filter(isFull)
  // Empty ones say that older words elsewhere are gone.
  const empty = newest.filter((draft) => !isFull(draft))
  const kept = full.slice(0, DRAFTS_KEPT_MAX)
  const gone = [...full.slice(DRAFTS_KEPT_MAX), ...empty.slice(DRAFTS_KEPT_MAX)]
  let room = ALL_DRAFT_FILES_MAX_BYTES
  const lighter = kept.flatMap((draft) => {
    room -= sumBytes(draft.files)
    return room < 0 && draft.files.length > 0 ? [{ ...draft, files: [] }] : []
  })
  return { gone: gone.map(({ thread }) => thread), lighter }
}

const isFull = ({ text, files }: KeptDraft): boolean => text !== '' || files.length > 0

function parseDraft(thread: string, value: unknown): readonly KeptDraft[] {
  if (!isPlainObject(value)) return []
  const { text, caret, files, savedAt } = value
  if (typeof text !== 'string' || typeof savedAt !== 'number') return []
  return [
    {
      thread,
      text,
      savedAt,
      caret: isCaret(caret) ? caret : null,
      files: Array.isArray(files) ? files.filter(isKeptFile) : [],
    },
  ]
}

export const isCaret = (value: unknown): value is Caret =>
  Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger)
