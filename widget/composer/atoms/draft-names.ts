import type { Getter } from 'jotai/vanilla'
import { LOCAL_THREAD_PREFIX } from '../../../shared/ids.ts'
import { shownKeyAtom, threadKeysAtom } from '../../conversation/atoms/thread-keys.ts'

/** Name of a new thread's draft on the device. The thread gets another id after a reload and in another tab. */
export const NEW_DRAFT = 'new'

const isLocal = (key: string): boolean => key.startsWith(LOCAL_THREAD_PREFIX)

/** The name of a draft on the device. */
export function nameOf(get: Getter, key: string): string {
  for (const [name, known] of get(threadKeysAtom)) if (known === key) return name
  return isLocal(key) ? NEW_DRAFT : key
}

/** The key of the draft with this name; `null` for a new thread's draft while no new thread is shown. */
export function keyOf(get: Getter, name: string): string | null {
  if (name !== NEW_DRAFT) return get(threadKeysAtom).get(name) ?? name
  const shown = get(shownKeyAtom)
  return isLocal(shown) && nameOf(get, shown) === NEW_DRAFT ? shown : null
}
