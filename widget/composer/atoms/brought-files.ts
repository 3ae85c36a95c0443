import { atom } from 'jotai/vanilla'
import { depsOf } from '../../world/chat-deps.ts'
import { identityAtom } from '../../world/identity.ts'
import { shownKeyAtom, UNPLACED } from '../../conversation/atoms/thread-keys.ts'

const broughtAtom = atom<readonly File[]>([])

/** Keeps files until a draft is shown that can hold them. */
export const bringFilesAtom = atom(null, (_get, set, files: readonly File[]) =>
  set(broughtAtom, files),
)

/** Adds them to the shown draft and uploads them again, for the current user. */
export const placeFilesAtom = atom(null, async (get, set) => {
  const files = get(broughtAtom)
  if (files.length === 0 || get(shownKeyAtom) === UNPLACED) return
  set(broughtAtom, [])
  const identity = get(identityAtom)
  try {
    const { takeFilesAtom } = await import('./tray-actions.ts')
    if (get(identityAtom) === identity) await set(takeFilesAtom, { files })
  } catch (error) {
    depsOf(get).report('Files could not be attached:', error)
  }
})
