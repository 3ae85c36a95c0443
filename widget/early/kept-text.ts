import { createTextRecord } from '../device/text-record.ts'

/** How long words that the app did not get are kept for the next load of the page in this tab. */
export const KEPT_TEXT_MS = 30_000

/** The words of a frame that ended before its app came. */
interface KeptText {
  readonly text: string
  /** The page's load and its user, as the loader counts them. */
  readonly visit: string
  /** When the frame ended. */
  readonly at: number
}

export interface KeptTextRecord {
  /** Returns the words that the tab's last frame kept for this visit, once. */
  take(): string | undefined
  /** Keeps nothing of an empty text. */
  keep(text: string): void
  remove(): void
}

/**
 * Keeps words across frames: in one load of the page for the same user, and for the next load only for a moment, because
 * another person may sit there then.
 *
 * @param visit undefined: the loader is of an older version, and nothing is kept.
 */
export function createKeptText(
  view: Window,
  base: string,
  visit: string | undefined,
): KeptTextRecord {
  const record = createTextRecord({
    key: `alcove:early:${base}`,
    open: () => view.sessionStorage,
    parse: (json) => Object(JSON.parse(json)) as Partial<KeptText>,
    format: (kept) => JSON.stringify(kept),
  })
  return {
    take() {
      const { text, visit: before, at } = record.read() ?? {}
      record.remove()
      if (typeof text !== 'string' || typeof before !== 'string' || !visit) return
      const isRecent = Date.now() - Number(at) <= KEPT_TEXT_MS
      const isNextLoad = loadOf(before) !== loadOf(visit) && isRecent
      return before === visit || isNextLoad ? text : undefined
    },
    keep(text) {
      if (text && visit) record.write({ text, visit, at: Date.now() })
    },
    remove: () => record.remove(),
  }
}

const loadOf = (visit: string): unknown => visit.split(' ')[0]
