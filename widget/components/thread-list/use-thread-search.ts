import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import {
  clearThreadSearchAtom,
  searchThreadsAtom,
  threadSearchAtom,
} from '../../state/thread-list.ts'

/** After the last key, before the server is asked. */
export const SEARCH_DELAY_MS = 150

/** The words in the search field; the server is asked for them when the typing rests. */
export function useThreadSearch() {
  const search = useSetAtom(searchThreadsAtom)
  const clear = useSetAtom(clearThreadSearchAtom)
  const asked = useAtomValue(threadSearchAtom).query
  // A list that comes back shows what was found before.
  const [query, setQuery] = useState(asked)
  const wanted = query.trim()

  useEffect(() => {
    if (wanted === asked) return
    if (wanted === '') return clear()
    const timer = setTimeout(() => void search(wanted), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [asked, clear, search, wanted])

  return { query, setQuery, isSearching: wanted !== '' }
}
