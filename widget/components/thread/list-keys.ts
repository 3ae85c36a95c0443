/** The message that a key leads to from `current`; null when the key is none of the list's. */
export function nextMessageIndex(
  key: string,
  current: number | null,
  count: number,
): number | null {
  if (count === 0) return null
  const last = count - 1
  switch (key) {
    case 'ArrowUp':
      return current === null ? last : Math.max(0, current - 1)
    case 'ArrowDown':
      return current === null ? last : Math.min(last, current + 1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
