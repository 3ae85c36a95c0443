import { Search } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import {
  clearThreadSearchAtom,
  searchThreadsAtom,
  threadSearchAtom,
} from './atoms/thread-search.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useTypedText } from '../world/use-typed-text.tsx'

/** Maximum length of a query at the server. */
export const QUERY_MAX_CHARACTERS = 200

export interface SearchFieldProps {
  query: string
  onChange: (query: string) => void
  /** Called on arrow down, to move to the results. */
  onLeave: () => void
}

/** Search field for threads. */
export function SearchField({ query, onChange, onLeave }: SearchFieldProps) {
  const { t } = useI18n()
  const field = useRef<HTMLInputElement>(null)
  const handleChange = useTypedText('search', field, query, onChange)

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onLeave()
  }

  function handleClear(): void {
    onChange('')
    // The button disappears with the text.
    field.current?.focus()
  }

  return (
    <div className="thread-search" role="search">
      <Search />
      <input
        ref={field}
        type="search"
        className="thread-search-field"
        aria-label={t('threads.search')}
        placeholder={t('threads.search')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={QUERY_MAX_CHARACTERS}
        dir={query === '' ? undefined : 'auto'}
        value={query}
        onChange={handleChange}
        onKeyDown={handleKeyDown}
      />
      {query !== '' && (
        <button type="button" className="text-button" onClick={handleClear}>
          {t('threads.clear')}
        </button>
      )}
    </div>
  )
}

/** Delay after the last key before the server is asked. */
export const SEARCH_DELAY_MS = 150

/** State of the search field. The server is asked when typing pauses. */
export function useThreadSearch() {
  const search = useSetAtom(searchThreadsAtom)
  const clear = useSetAtom(clearThreadSearchAtom)
  const asked = useAtomValue(threadSearchAtom).query
  // A list that is shown again has its last results.
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
