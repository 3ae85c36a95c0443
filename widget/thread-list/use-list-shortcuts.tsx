import { useStore } from 'jotai/react'
import { useEffect } from 'react'
import { toggleListAtom, uncoverAtom } from '../world/panel.ts'
import { isReadOnlyAtom } from '../conversation/atoms/thread.ts'
import { newThreadAtom } from './atoms/new-thread.ts'

/** Handles the list's shortcuts from the start, so that a key pressed before the list is loaded is not lost. */
export function useListShortcuts(): void {
  const store = useStore()
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const shortcut = event.defaultPrevented ? null : decideListShortcut(event)
      // Modal dialogs handle their own keys.
      if (shortcut === null || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      if (shortcut === 'list') return store.set(toggleListAtom)
      if (store.get(isReadOnlyAtom)) return
      store.set(uncoverAtom)
      void store.set(newThreadAtom)
    }
    window.addEventListener('keydown', handleKeyDown)
    return () => window.removeEventListener('keydown', handleKeyDown)
  }, [store])
}

interface ShortcutPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
}

type ListShortcut = 'list' | 'new'

const SHORTCUTS: Readonly<Record<string, ListShortcut>> = { l: 'list', o: 'new' }

/** Ctrl or Cmd with Shift and L shows the list, with O begins a thread; `null`: another key. */
export function decideListShortcut(press: ShortcutPress): ListShortcut | null {
  const { key, code, ctrlKey, metaKey, shiftKey, altKey } = press
  if (!shiftKey || altKey || ctrlKey === metaKey) return null
  // Keyboards of other scripts have Latin letters in the same positions.
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
  return SHORTCUTS[letter] ?? null
}
