import type { Getter } from 'jotai/vanilla'
import { LOCAL_THREAD_PREFIX } from '../../shared/ids.ts'
import { draftKeyAtom, draftNamesAtom } from './draft-key.ts'

/** A thread that the server does not know has another id after a reload, and in another tab. */
export const NEW_DRAFT = 'new'

const isLocal = (key: string): boolean => key.startsWith(LOCAL_THREAD_PREFIX)

/** What a draft is called outside of this page. */
export function nameOfDraft(get: Getter, key: string): string {
  for (const [name, known] of get(draftNamesAtom)) if (known === key) return name
  return isLocal(key) ? NEW_DRAFT : key
}

/** The draft that is called so; `null`: the new thread's, while none is shown. */
export function keyOfDraft(get: Getter, name: string): string | null {
  if (name !== NEW_DRAFT) return get(draftNamesAtom).get(name) ?? name
  const shown = get(draftKeyAtom)
  return isLocal(shown) && nameOfDraft(get, shown) === NEW_DRAFT ? shown : null
}
