export type ListChange =
  | { readonly type: 'none' }
  /** Another thread, or the stored messages of this one. */
  | { readonly type: 'opened' }
  | { readonly type: 'appended'; readonly ids: readonly string[] }

/**
 * What happened to the list of message ids. `wasReady`: the history had been loaded before, so that
 * first messages of an empty thread are new ones and not stored ones.
 */
export function describeListChange(
  before: readonly string[],
  after: readonly string[],
  wasReady: boolean,
): ListChange {
  if (before === after) return { type: 'none' }
  const [first] = before
  const isSameThread = first === undefined ? wasReady && after.length > 0 : after.includes(first)
  if (!isSameThread) return { type: 'opened' }
  const known = new Set(before)
  const end = after.findLastIndex((id) => known.has(id)) + 1
  const ids = after.slice(end)
  return ids.length === 0 ? { type: 'none' } : { type: 'appended', ids }
}
