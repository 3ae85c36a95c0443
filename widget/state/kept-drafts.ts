import { isPlainObject } from '../../shared/json.ts'
import {
  DRAFT_KEPT_MAX_CHARACTERS,
  DRAFTS_KEPT_MAX,
  isCaret,
  type Caret,
} from '../device/draft-store.ts'
import { createTextRecord, type TextRecord } from '../device/text-record.ts'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'

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
 * Where drafts outlive a reload of the frame.
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
      const kept = [...drafts]
        .filter(([, { text }]) => text.length <= DRAFT_KEPT_MAX_CHARACTERS)
        .slice(-DRAFTS_KEPT_MAX)
      return JSON.stringify({ owner, drafts: kept.map(toEntry) })
    },
  })

const toEntry = ([thread, { text, savedAt, caret }]: readonly [string, KeptWords]) => [
  thread,
  text,
  savedAt,
  caret,
]

function parseDrafts(text: string): KeptDrafts | undefined {
  const value: unknown = JSON.parse(text)
  if (!isPlainObject(value) || typeof value['owner'] !== 'string') return undefined
  const entries: unknown = value['drafts']
  if (!Array.isArray(entries)) return undefined
  return { owner: value['owner'], drafts: new Map(entries.flatMap(parseEntry)) }
}

function parseEntry(value: unknown): readonly (readonly [string, KeptWords])[] {
  const [thread, text, savedAt, caret] = Array.isArray(value) ? (value as readonly unknown[]) : []
  if (typeof thread !== 'string' || typeof text !== 'string') return []
  if (typeof savedAt !== 'number') return []
  return [[thread, { text, savedAt, caret: isCaret(caret) ? caret : null }]]
}
