import type { Atom, Store } from 'jotai/vanilla'

/** Calls with what an atom holds by then, and with what it held before. */
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
