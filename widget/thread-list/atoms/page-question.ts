import { atom, type Store } from 'jotai/vanilla'
import type { ThreadListItem } from './thread-list-item.ts'

/** A question of the page that only the person can answer. */
interface Question {
  readonly item: ThreadListItem
  readonly answer: (isAllowed: boolean) => void
}

const questionBaseAtom = atom<Question | null>(null)
/** The open question. */
export const questionAtom = atom((get) => get(questionBaseAtom))

/**
 * Asks the person whether a conversation may be deleted. A second question declines the first, as does the
 * signal.
 */
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
  // The page or the person is gone.
  signal.addEventListener('abort', () => answer(false))
  set(questionBaseAtom, { item, answer })
  return promise
}

type MergeAnswer = ((isWanted: boolean) => void) | null

const mergeBaseAtom = atom<MergeAnswer>(null)
/** Answers whether the conversations of a former visitor are taken over; `null`: no question. */
export const mergeQuestionAtom = atom(
  (get) => get(mergeBaseAtom),
  (_get, set, answer: MergeAnswer) => set(mergeBaseAtom, () => answer),
)
