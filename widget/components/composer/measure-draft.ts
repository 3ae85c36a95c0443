/** Characters (UTF-16 units, as the server counts them) that one message may have. */
export const DRAFT_LIMIT_CHARACTERS = 32_000
/** From this share of the limit on, the count is shown. */
const SHOWN_FROM = 0.9

export type DraftLength =
  | { readonly type: 'short' }
  | { readonly type: 'near'; readonly count: number }
  | { readonly type: 'over'; readonly count: number; readonly excess: number }

/** How a draft stands to the limit. Too long a draft is marked, never cut. */
export function measureDraft(draft: string): DraftLength {
  const count = draft.length
  if (count > DRAFT_LIMIT_CHARACTERS) {
    return { type: 'over', count, excess: count - DRAFT_LIMIT_CHARACTERS }
  }
  return count >= DRAFT_LIMIT_CHARACTERS * SHOWN_FROM ? { type: 'near', count } : { type: 'short' }
}
