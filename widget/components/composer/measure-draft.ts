import { USER_TEXT_MAX_CHARACTERS } from '../../../shared/thread/message.ts'

/** From this share of the limit on, the count is shown. */
const SHOWN_FROM = 0.9

export type DraftLength =
  | { readonly type: 'short' }
  | { readonly type: 'near'; readonly count: number }
  | { readonly type: 'over'; readonly count: number; readonly excess: number }

/** How a draft stands to the limit. Too long a draft is marked, never cut. */
export function measureDraft(draft: string): DraftLength {
  const count = draft.length
  if (count > USER_TEXT_MAX_CHARACTERS) {
    return { type: 'over', count, excess: count - USER_TEXT_MAX_CHARACTERS }
  }
  return count >= USER_TEXT_MAX_CHARACTERS * SHOWN_FROM
    ? { type: 'near', count }
    : { type: 'short' }
}
