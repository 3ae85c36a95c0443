import { useStore } from 'jotai/react'
import { useEffect } from 'react'
import { toggleListAtom, uncoverAtom } from '../../state/panel.ts'
import { isReadOnlyAtom, newThreadAtom } from '../../state/thread.ts'
import { decideListShortcut } from './decide-list-shortcut.ts'

/** The keys of the list, from the start: one that is pressed before the list is loaded is not lost. */
export function useListShortcuts(): void {
  const store = useStore()
  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      const shortcut = event.defaultPrevented ? null : decideListShortcut(event)
      // What is modal keeps the keys to itself.
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
