import { atom, type Store } from 'jotai/vanilla'
import type { ThreadListItem } from './thread-list-item.ts'

/** What the page wants and only the person can allow. */
interface Question {
  readonly item: ThreadListItem
  readonly answer: (isAllowed: boolean) => void
}

const questionBaseAtom = atom<Question | null>(null)
/** What the person is asked now. */
export const questionAtom = atom((get) => get(questionBaseAtom))

/** Asks the person whether a conversation may be deleted. A second question declines the first, as the signal does. */
export function askToDelete(
  { get, set }: Store,
  item: ThreadListItem,
  signal: AbortSignal,
): Promise<boolean> {
  get(questionBaseAtom)?.answer(false)
  // No limit: a person answers; a second question, or the signal of the page, ends it.
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isAllowed: boolean) => {
    if (get(questionBaseAtom)?.answer === answer) set(questionBaseAtom, null)
    resolve(isAllowed)
  }
  // Whoever asked is gone, or whoever was asked.
  signal.addEventListener('abort', () => answer(false))
  set(questionBaseAtom, { item, answer })
  return promise
}

type MergeAnswer = ((isWanted: boolean) => void) | null

const mergeBaseAtom = atom<MergeAnswer>(null)
/** How to answer whether conversations of a visitor come along with who they are now; `null`: nobody asks. */
export const mergeQuestionAtom = atom(
  (get) => get(mergeBaseAtom),
  (_get, set, answer: MergeAnswer) => set(mergeBaseAtom, () => answer),
)
