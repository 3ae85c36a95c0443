import { isPlainObject } from '../../shared/json.ts'
import type { KeyValueStorage } from '../cloud/refresh-record.ts'
import {
  DRAFT_KEPT_MAX_CHARACTERS,
  DRAFTS_KEPT_MAX,
  isCaret,
  type Caret,
} from '../storage/draft-store.ts'

/** The words of a draft, as a tab keeps them. */
export interface KeptWords {
  readonly text: string
  readonly caret: Caret | null
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

/** Drafts by thread, as they were typed by one person. */
export interface KeptDrafts {
  readonly owner: string
  readonly drafts: ReadonlyMap<string, KeptWords>
}

/**
 * Where drafts outlive a reload of the frame: at once, so that a page which is about to go takes along
 * what was typed just before. Never throws: without storage they do not.
 */
export interface DraftRecord {
  read(): KeptDrafts | null
  /** Without any draft the record goes. */
  write(kept: KeptDrafts): void
  remove(): void
}

/** @param base the project's address: projects of one origin share its storage. */
export function createDraftRecord(base: string, open: () => KeyValueStorage): DraftRecord {
  const key = `alcove:drafts:${base}`

  function attempt<Result>(task: (storage: KeyValueStorage) => Result): Result | undefined {
    try {
      return task(open())
    } catch {
      return undefined
    }
  }

  const remove = () => attempt((storage) => storage.removeItem(key))
  return {
    read: () => parseDrafts(attempt((storage) => storage.getItem(key)) ?? ''),
    write({ owner, drafts }) {
      const kept = [...drafts]
        .filter(([, { text }]) => text !== '' && text.length <= DRAFT_KEPT_MAX_CHARACTERS)
        .map(([thread, { text, savedAt, caret }]) => [thread, text, savedAt, caret])
        .slice(-DRAFTS_KEPT_MAX)
      if (kept.length === 0) remove()
      else attempt((storage) => storage.setItem(key, JSON.stringify({ owner, drafts: kept })))
    },
    remove,
  }
}

function parseDrafts(text: string): KeptDrafts | null {
  try {
    const value: unknown = JSON.parse(text)
    if (!isPlainObject(value) || typeof value['owner'] !== 'string') return null
    const entries: unknown = value['drafts']
    if (!Array.isArray(entries)) return null
    return { owner: value['owner'], drafts: new Map(entries.flatMap(parseEntry)) }
  } catch {
    return null
  }
}

function parseEntry(value: unknown): readonly (readonly [string, KeptWords])[] {
  const [thread, text, savedAt, caret] = Array.isArray(value) ? (value as readonly unknown[]) : []
  if (typeof thread !== 'string' || typeof text !== 'string') return []
  if (typeof savedAt !== 'number') return []
  return [[thread, { text, savedAt, caret: isCaret(caret) ? caret : null }]]
}
