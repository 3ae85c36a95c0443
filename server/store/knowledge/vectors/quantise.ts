const BYTE_MAX = 127

/** A vector in the form in which it is stored and compared. */
export interface QuantisedVector {
  /** A `0` or `1` for each number: whether it exceeds the centre's. */
  readonly bits: string
  /** Base64 of a signed byte for each number. */
  readonly values: string
}

/**
 * Scales a vector to length 1.
 *
 * @returns undefined for a vector without direction: its length is 0 or not finite.
 */
export function toUnit(vector: readonly number[]): readonly number[] | undefined {
  // Scaled by the largest first, since squares of large numbers are infinite.
  const largest = vector.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
  if (!(largest > 0) || !Number.isFinite(largest)) return undefined
  const scaled = vector.map((each) => each / largest)
  const length = Math.sqrt(scaled.reduce((sum, each) => sum + each * each, 0))
  return Number.isFinite(length) ? scaled.map((each) => each / length) : undefined
}

/** Mean of vectors of one length. Models whose vectors all point one way have most signs in common. */
export function centreOf(units: readonly (readonly number[])[]): readonly number[] {
  const [first = []] = units
  return first.map(
    (_, index) => units.reduce((sum, unit) => sum + (unit[index] ?? 0), 0) / units.length,
  )
}

export function quantise(unit: readonly number[], centre: readonly number[]): QuantisedVector {
  const largest = unit.reduce((most, each) => Math.max(most, Math.abs(each)), 0)
  const bytes = Int8Array.from(unit, (each) => Math.round((each / largest) * BYTE_MAX))
  return {
    bits: unit.map((each, index) => (each > (centre[index] ?? 0) ? '1' : '0')).join(''),
    values: Buffer.from(bytes.buffer).toString('base64'),
  }
}

export const toBytes = (values: string): Int8Array => new Int8Array(Buffer.from(values, 'base64'))

/** Cosine of the angle, from -1 to 1. */
export function cosine(one: Int8Array, other: Int8Array): number {
  let product = 0
  let squares = 0
  let otherSquares = 0
  for (let index = 0; index < one.length; index += 1) {
    const [a, b] = [one[index]!, other[index]!]
    product += a * b
    squares += a * a
    otherSquares += b * b
  }
  return product / Math.sqrt(squares * otherSquares)
}
