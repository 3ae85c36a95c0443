/** Letters that two words share from their beginnings. */
export function sharedBeginning(one: string, other: string): number {
  const most = Math.min(one.length, other.length)
  for (let index = 0; index < most; index += 1) {
    if (one[index] !== other[index]) return index
  }
  return most
}

/**
 * True if one letter more, one less, one other or two exchanged neighbours make one word of the other.
 */
export function isOneSlip(one: string, other: string): boolean {
  if (one === other || Math.abs(one.length - other.length) > 1) return false
  const start = sharedBeginning(one, other)
  const [a, b] = [one.slice(start), other.slice(start)]
  if (a.length > b.length) return a.slice(1) === b
  if (a.length < b.length) return a === b.slice(1)
  if (a.slice(1) === b.slice(1)) return true
  return a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2)
}
