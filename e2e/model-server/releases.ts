export interface Releases {
  readonly release: (key: string) => void
  /** Resolves at once if the key was already released. */
  readonly whenReleased: (key: string) => Promise<void>
}

/** Gates that tests open by name; waiting and opening may happen in either order. */
export function createReleases(): Releases {
  const gates = new Map<string, { readonly promise: Promise<void>; readonly open: () => void }>()

  function gate(key: string) {
    const known = gates.get(key)
    if (known) return known
    const { promise, resolve } = Promise.withResolvers<void>()
    const made = { promise, open: () => resolve() }
    gates.set(key, made)
    return made
  }

  return {
    release: (key) => gate(key).open(),
    whenReleased: (key) => gate(key).promise,
  }
}
