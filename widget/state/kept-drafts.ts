import { isPlainObject } from '../../shared/json.ts'
import type { KeyValueStorage } from '../cloud/refresh-record.ts'

/** Drafts that are kept over a reload; the oldest others go. */
export const DRAFTS_KEPT_MAX = 20
/** UTF-16 units; a longer draft lives as long as the page. */
export const DRAFT_KEPT_MAX_CHARACTERS = 200_000

/** Drafts by thread, as they were typed by one person. */
export interface KeptDrafts {
  readonly owner: string
  readonly drafts: ReadonlyMap<string, string>
}

/** Where drafts outlive a reload of the frame. Never throws: without storage they do not. */
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
        .filter(([, text]) => text.length <= DRAFT_KEPT_MAX_CHARACTERS)
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
    return { owner: value['owner'], drafts: new Map(entries.filter(isEntry)) }
  } catch {
    return null
  }
}

const isEntry = (value: unknown): value is [string, string] =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((each: unknown) => typeof each === 'string')
