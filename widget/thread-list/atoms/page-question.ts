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

/** Asks the person whether a conversation may be deleted. A second question declines the first. */
export function askToDelete({ get, set }: Store, item: ThreadListItem): Promise<boolean> {
  get(questionBaseAtom)?.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const answer = (isAllowed: boolean) => {
    set(questionBaseAtom, null)
    resolve(isAllowed)
  }
  set(questionBaseAtom, { item, answer })
  return promise
}
