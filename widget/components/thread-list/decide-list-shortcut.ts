export interface ShortcutPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

export type ListShortcut = 'list' | 'new'

const SHORTCUTS: Readonly<Record<string, ListShortcut>> = { l: 'list', o: 'new' }

/** Ctrl or Cmd with Shift and L shows the list, with O begins a thread; null: another key. */
export function decideListShortcut(press: ShortcutPress): ListShortcut | null {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = press
  if (!shiftKey || altKey || ctrlKey === metaKey) return null
  // A keyboard of another script has its letters in the same places.
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
  return SHORTCUTS[letter] ?? null
}
