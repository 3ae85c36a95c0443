import { atom } from 'jotai/vanilla'
import { later } from '../../../shared/later.ts'
import { depsOf } from '../../world/chat-deps.ts'

/** Loads the actions of the list, as soon as the composer can be used. */
export const loadThreadList = later(() => import('./shown-list.ts'))

/**
 * Begins a new thread, or keeps an empty one. Once the list's actions are loaded this is synchronous, so that the
 * next keys are written in the new thread.
 */
export const newThreadAtom = atom(null, async (get, set): Promise<void> => {
  try {
    const list = loadThreadList.now ?? (await loadThreadList())
    await set(list.newThreadAtom)
  } catch (error) {
    depsOf(get).report('A new thread could not be begun:', error)
  }
})
