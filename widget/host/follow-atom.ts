import type { Atom, Store } from 'jotai/vanilla'

/** Calls with the current and the previous value of an atom on each change. */
export function follow<Value>(
  store: Store,
  followed: Atom<Value>,
  onChange: (value: Value, before: Value) => void,
): () => void {
  let known = store.get(followed)
  return store.sub(followed, () => {
    const before = known
    known = store.get(followed)
    if (known !== before) onChange(known, before)
  })
}
