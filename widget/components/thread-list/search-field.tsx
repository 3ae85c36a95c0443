import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { useListTexts } from './list-texts.ts'

/** Characters of a query; the server takes no more. */
export const QUERY_MAX_CHARACTERS = 200

export interface SearchFieldProps {
  query: string
  onChange: (query: string) => void
  /** The arrow down: to what was found. */
  onLeave: () => void
}

/** Where to type what one looks for. */
export function SearchField({ query, onChange, onLeave }: SearchFieldProps) {
  const texts = useListTexts()
  const field = useRef<HTMLInputElement>(null)

  function handleKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onLeave()
  }

  function handleClear(): void {
    onChange('')
    // The button leaves with the words.
    field.current?.focus()
  }

  return (
    <div className="thread-search" role="search">
      <Search />
      <input
        ref={field}
        type="search"
        className="thread-search-field"
        aria-label={texts('threads.search')}
        placeholder={texts('threads.search')}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={QUERY_MAX_CHARACTERS}
        dir={query === '' ? undefined : 'auto'}
        value={query}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={handleKeyDown}
      />
      {query !== '' && (
        <IconButton label={texts('threads.clear')} onClick={handleClear}>
          <X />
        </IconButton>
      )}
    </div>
  )
}
