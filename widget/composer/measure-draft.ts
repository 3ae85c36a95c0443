/** Share of the limit from which the count is shown. */
const SHOWN_FROM = 0.9

export type DraftLength =
  | { readonly type: 'short' }
  | { readonly type: 'near'; readonly count: number; readonly limit: number }
  | { readonly type: 'over'; readonly count: number; readonly excess: number }

/** Compares a draft with the limit. A draft that is too long is marked, never cut. */
export function measureDraft(draft: string, limit: number): DraftLength {
  const count = draft.length
  if (count > limit) return { type: 'over', count, excess: count - limit }
  return count >= limit * SHOWN_FROM ? { type: 'near', count, limit } : { type: 'short' }
}
