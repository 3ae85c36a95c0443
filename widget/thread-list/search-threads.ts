import { foldLetters } from '../../shared/fold-letters.ts'
import { SEARCH_QUERY_MAX } from '../../shared/wire/threads.ts'
import type { CloudThreads, ThreadMatch } from '../api/cloud-threads.ts'
import type { OptimisticState } from './optimistic-state.ts'
import { findSlot, refreshed, type ThreadListState, type ThreadSlot } from './thread-list-state.ts'

export interface SlotMatch extends Omit<ThreadMatch, 'item'> {
  readonly slotId: string
}

export interface SearchSettings {
  readonly adapter: CloudThreads
  readonly list: OptimisticState<ThreadListState>
}

/**
 * Asks the server, with as much of the query as it takes. If the server cannot search, the loaded titles are
 * searched. Found threads get slots.
 */
export async function searchThreads(
  { adapter, list }: SearchSettings,
  query: string,
  signal: AbortSignal,
): Promise<readonly SlotMatch[]> {
  const words = query.trim().slice(0, SEARCH_QUERY_MAX)
  if (words === '') return []
  const matches = await list.read(
    async () => adapter.search?.(words, signal) ?? null,
    (state, found) => (found ?? []).reduce((next, { item }) => refreshed(item)(next), state),
  )
  if (!matches) return searchTitles(list.value, words)
  // A thread that was deleted meanwhile is left out.
  return matches.flatMap(({ item, ...match }) => {
    const slot = findSlot(list.value, item.remoteId)
    return slot ? [{ ...match, slotId: slot.id }] : []
  })
}

function searchTitles({ slots }: ThreadListState, query: string): readonly SlotMatch[] {
  const words = foldLetters(query)
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  return [...slots.values()].flatMap((slot) => matchTitle(slot, words) ?? [])
}

function matchTitle(slot: ThreadSlot, words: readonly string[]): SlotMatch | undefined {
  const { id, title = '' } = slot
  const text = foldLetters(title)
  if (!words.every((word) => text.includes(word))) return undefined
  // No ranges if folding changed the length: positions would not match the title.
  const ranges = text.length === title.length ? rangesOf(text, words) : []
  return { slotId: id, messageId: null, text: title, ranges }
}

/** Returns the first position of each word, in order and without overlaps. */
function rangesOf(text: string, words: readonly string[]): readonly (readonly [number, number])[] {
  const found = words
    .map((word) => [text.indexOf(word), text.indexOf(word) + word.length] as const)
    .sort(([a], [b]) => a - b)
  return found.filter(([from], index) => found.slice(0, index).every(([, to]) => to <= from))
}
