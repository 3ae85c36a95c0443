export interface ListKeysInput {
  readonly key: string
  /** −1: the focus is on none of them. */
  readonly current: number
  readonly count: number
  /** Whether the last one leads to the first, as in a menu. Default false. */
  readonly wraps?: boolean
}

/** The item that a key leads to; null when the key is none of a list's. */
export function nextListIndex({
  key,
  current,
  count,
  wraps = false,
}: ListKeysInput): number | null {
  if (count === 0) return null
  const last = count - 1
  switch (key) {
    case 'ArrowUp':
      if (current === -1) return last
      return current > 0 ? current - 1 : wraps ? last : 0
    case 'ArrowDown':
      return current < last ? current + 1 : wraps ? 0 : last
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
