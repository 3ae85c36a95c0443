import { atom } from 'jotai/vanilla'
import { threadRunsAtom } from '../../conversation/atoms/conversations.ts'
import { openLastThreadAtom } from './opening.ts'
import {
  NO_SEARCH,
  noteThreadsAtom,
  threadListFactsAtom,
  threadsAtom,
  threadSearchFactsAtom,
  unreadThreadsAtom,
  type ThreadSearchFacts,
} from './thread-list-facts.ts'
import { itemOf, type ThreadListItem } from './thread-list-item.ts'

export interface ThreadSearch {
  readonly query: string
  readonly status: ThreadSearchFacts['status']
  /** Best first. Results of the former query stay until the next ones arrive. */
  readonly results: readonly ThreadSearchResult[]
}

export interface ThreadSearchResult {
  readonly item: ThreadListItem
  /** The title, or an excerpt of a message. */
  readonly text: string
  /** Start and end of each match, in UTF-16 units of `text`. */
  readonly ranges: readonly (readonly [number, number])[]
  /** Message that contains the words; `null`: the title does. */
  readonly messageId: string | null
}

export const threadSearchAtom = atom((get): ThreadSearch => {
  const { query, status, matches } = get(threadSearchFactsAtom)
  const slots = get(threadListFactsAtom)?.state.slots
  const marks = { runs: get(threadRunsAtom), unread: get(unreadThreadsAtom) }
  const results = matches.flatMap(({ slotId, ...match }) => {
    // A thread that was deleted meanwhile is left out.
    const slot = slots?.get(slotId)
    return slot ? [{ ...match, item: itemOf(slot, marks) }] : []
  })
  return { query, status, results }
})

export const clearThreadSearchAtom = atom(null, (get, set) => {
  get(threadSearchFactsAtom).searching?.abort()
  set(noteThreadsAtom, { search: NO_SEARCH })
})

/** Searches in titles and texts. The last call wins. Never rejects: the status shows the outcome. */
export const searchThreadsAtom = atom(null, async (get, set, query: string): Promise<void> => {
  if (query.trim() === '') return set(clearThreadSearchAtom)
  if (!get(threadsAtom)) await set(openLastThreadAtom)
  const { matches, searching: before } = get(threadSearchFactsAtom)
  before?.abort()
  const threads = get(threadsAtom)
  const searching = new AbortController()
  const facts: ThreadSearchFacts = { query, status: 'searching', matches, searching }
  set(noteThreadsAtom, { search: facts })
  const isLate = () => get(threadSearchFactsAtom).searching !== searching
  try {
    const found = (await threads?.search(query, searching.signal)) ?? []
    if (!isLate()) set(noteThreadsAtom, { search: { ...facts, status: 'done', matches: found } })
  } catch {
    if (!isLate()) set(noteThreadsAtom, { search: { ...facts, status: 'failed', matches: [] } })
  }
})
