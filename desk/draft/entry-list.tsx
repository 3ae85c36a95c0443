import { Plus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { IconButton } from '../../widget/ui/icon-button.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import './entry-list.css'

export interface EntryListProps<Entry> {
  entries: readonly Entry[]
  /** Name of an entry, for its button. */
  nameOf: (entry: Entry, index: number) => string
  addLabel: string
  /** A new entry. */
  create: () => Entry
  max: number
  onChange: (entries: readonly Entry[]) => void
  children: (entry: Entry, index: number, change: (entry: Entry) => void) => ReactNode
}

/** Entries that are added, changed and removed. */
export function EntryList<Entry>(props: EntryListProps<Entry>) {
  const { entries, nameOf, addLabel, create, max, onChange, children } = props
  const { t } = useI18n()
  const list = useRef<HTMLUListElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const isAdding = useRef(false)

  useEffect(() => {
    if (!isAdding.current) return
    isAdding.current = false
    list.current?.lastElementChild?.querySelector<HTMLElement>('input, textarea, select')?.focus()
  }, [entries.length])

  function add(): void {
    isAdding.current = true
    onChange([...entries, create()])
  }

  function remove(index: number): void {
    addButton.current?.focus()
    onChange(entries.filter((_, at) => at !== index))
  }

  return (
    <div className="entry-list">
      {entries.length > 0 && (
        <ul ref={list}>
          {entries.map((entry, index) => (
            // Entries have no ids, and are never reordered.
            <li key={index} className="entry">
              <div className="entry-fields">
                {children(entry, index, (changed) =>
                  onChange(entries.map((each, at) => (at === index ? changed : each))),
                )}
              </div>
              <IconButton
                label={t('draft.removeEntry', { name: nameOf(entry, index) })}
                onClick={() => remove(index)}
              >
                <Trash2 />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {entries.length < max && (
        <button ref={addButton} type="button" className="outline-button" onClick={add}>
          <Plus aria-hidden="true" />
          {addLabel}
        </button>
      )}
    </div>
  )
}
