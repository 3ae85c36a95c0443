import { useQuery } from '@tanstack/react-query'
import { Search, SlidersHorizontal, X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { FilterValues } from '../../api/queries.ts'
import { filterValuesQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { isPlainPress } from '../../ui/plain-press.ts'
import { FilterPanel } from './filter-panel.tsx'
import { countChips } from './filters.ts'
import type { FilterName, ListFilters } from './filters.ts'
import './filter-bar.css'

/** The search begins when no key was pressed for this long. */
const TYPING_MS = 300

/** Filters that one press sets: the questions that owners ask first. */
const QUICK = [
  { name: 'rating', value: 'bad', label: 'list.quickBad' },
  { name: 'state', value: 'unanswered', label: 'state.unanswered' },
  { name: 'state', value: 'error', label: 'state.error' },
] as const

export interface FilterBarProps {
  project: string
  filters: ListFilters
  /** @param isTyping the search's words change: no step of its own for Back. */
  onChange: (filters: ListFilters, isTyping?: boolean) => void
}

/** Search, quick filters, and the filters that are set, each with a button that removes it. */
export function FilterBar({ project, filters, onChange }: FilterBarProps) {
  const { t } = useI18n()
  const panelId = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { data: values } = useQuery(filterValuesQuery(project))
  const count = countChips(filters)
  const chips = useChips(filters, values)

  function set(name: FilterName, value: string | undefined): void {
    const { [name]: _, ...rest } = filters
    onChange(value === undefined ? rest : { ...rest, [name]: value })
  }

  return (
    <div className="filter-bar">
      <div className="filter-row">
        <SearchField
          key={project}
          words={filters.words ?? ''}
          onChange={(words) => onChange({ ...filters, words }, true)}
        />
        <button
          type="button"
          className="outline-button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          aria-label={count > 0 ? t('list.filtersSet', { n: count }) : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal aria-hidden="true" />
          <span className="filter-word">{t('list.filters')}</span>
          {count > 0 && <span className="filter-count">{count}</span>}
        </button>
      </div>
      {isOpen && <FilterPanel id={panelId} filters={filters} values={values} onChange={onChange} />}
      <div className="filter-chips">
        {QUICK.map(({ name, value, label }) => (
          <button
            key={value}
            type="button"
            className="chip"
            aria-pressed={filters[name] === value}
            onClick={() => set(name, filters[name] === value ? undefined : value)}
          >
            {t(label)}
          </button>
        ))}
        {chips.map(({ name, label, value }) => (
          <button
            key={name}
            type="button"
            className="chip"
            data-set
            aria-label={t('list.removeFilter', { name: label, value })}
            onClick={() => {
              if (name !== 'from') return set(name, undefined)
              const { from: _, to: __, ...rest } = filters
              onChange(rest)
            }}
          >
            <span className="chip-name">{label}</span>
            <bdi>{value}</bdi>
            <X aria-hidden="true" />
          </button>
        ))}
        {count > 0 && (
          <button
            type="button"
            className="text-button"
            onClick={() => onChange(filters.words === undefined ? {} : { words: filters.words })}
          >
            {t('list.clear')}
          </button>
        )}
      </div>
    </div>
  )
}

/** The filters that are set, in words, except those that a quick filter shows. */
function useChips(filters: ListFilters, values: FilterValues | undefined) {
  const { t } = useI18n()
  const { format } = usePage()
  const { from, to, rating, state, assistant, language, tool, source, page } = filters
  const sourceName = values?.sources.find(({ id }) => id === source)?.name ?? source
  const isQuick = (name: FilterName, value: string) =>
    QUICK.some((quick) => quick.name === name && quick.value === value)
  const words: readonly (readonly [FilterName, string, string | undefined])[] = [
    ['from', t('filter.time'), (from ?? to) ? spanOf(from, to) : undefined],
    ['rating', t('filter.rating'), rating && t(`rating.${rating as 'good'}`)],
    ['state', t('filter.state'), state && t(`state.${state as 'error'}`)],
    ['assistant', t('filter.assistant'), assistant],
    ['language', t('filter.language'), language && format.language(language)],
    ['tool', t('filter.tool'), tool],
    ['source', t('filter.source'), sourceName],
    ['page', t('filter.page'), page],
  ]
  function spanOf(first: string | undefined, last: string | undefined): string {
    const day = (text: string | undefined) => (text === undefined ? '…' : format.shortDay(text))
    return t('time.span', { from: day(first), to: day(last) })
  }
  return words.flatMap(([name, label, value]) =>
    value === undefined || isQuick(name, filters[name] ?? '') ? [] : [{ name, label, value }],
  )
}

function SearchField({ words, onChange }: { words: string; onChange: (words: string) => void }) {
  const { t } = useI18n()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(words)
  const [shown, setShown] = useState(words)
  const change = useEffectEvent(onChange)
  // Back has changed the address.
  if (words !== shown) {
    setShown(words)
    setTyped(words)
  }

  useEffect(() => {
    if (typed.trim() === words) return
    // Limit: TYPING_MS after the last key.
    const timer = setTimeout(() => change(typed.trim()), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, words])

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== '/' || !isPlainPress(event)) return
    event.preventDefault()
    field.current?.focus()
    field.current?.select()
  })
  useEffect(() => {
    document.addEventListener('keydown', handleKeyDown)
    return () => document.removeEventListener('keydown', handleKeyDown)
  }, [])

  return (
    <search className="search-box">
      <Search aria-hidden="true" />
      <input
        ref={field}
        className="text-field"
        type="search"
        dir="auto"
        maxLength={2_000}
        value={typed}
        placeholder={t('list.searchPlace')}
        aria-label={t('list.search')}
        aria-keyshortcuts="/"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(typed.trim())
          if (event.key !== 'Escape') return
          // Some browsers empty the field on this key, and with it the list to which the person goes on.
          event.preventDefault()
          event.currentTarget.blur()
        }}
      />
    </search>
  )
}
