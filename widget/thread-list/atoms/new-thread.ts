import { atom } from 'jotai/vanilla'
import { later } from '../../../shared/later.ts'
import { depsOf } from '../../world/chat-deps.ts'

/** The actions of the list of threads; they are fetched as soon as the composer can be used. */
export const loadThreadList = later(() => import('./shown-list.ts'))

/**
 * Begins a new thread; an empty one is kept. Once the list's actions are loaded this happens before the next
 * key is pressed, so that keys pressed after it are written in the new thread.
 */
export const newThreadAtom = atom(null, async (get, set): Promise<void> => {
  try {
    const list = loadThreadList.now ?? (await loadThreadList())
    await set(list.newThreadAtom)
  } catch (error) {
    depsOf(get).report('A new thread could not be begun:', error)
  }
})
