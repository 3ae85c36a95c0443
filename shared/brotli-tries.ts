/** Of `node:zlib`, which this folder knows nothing of. */
interface BrotliConstants {
  readonly BROTLI_PARAM_QUALITY: number
  readonly BROTLI_PARAM_MODE: number
  readonly BROTLI_PARAM_SIZE_HINT: number
  readonly BROTLI_PARAM_NPOSTFIX: number
  readonly BROTLI_MAX_QUALITY: number
  readonly BROTLI_MODE_FONT: number
}

/** Larger ones gain nothing by a second try, and each takes its time. */
const TRIED_MAX_BYTES = 65_536

/**
 * How a file of so many bytes is packed at its best, in several ways: what a packer can be told of distances and of
 * what is in a file. Which is best, only trying tells.
 */
export function brotliTries(
  c: BrotliConstants,
  length: number,
): readonly { readonly params: Record<number, number> }[] {
  const best = {
    [c.BROTLI_PARAM_QUALITY]: c.BROTLI_MAX_QUALITY,
    [c.BROTLI_PARAM_SIZE_HINT]: length,
  }
  if (length > TRIED_MAX_BYTES) return [{ params: best }]
  const told = [
    {},
    ...[1, 2, 3].map((bits) => ({ [c.BROTLI_PARAM_NPOSTFIX]: bits })),
    { [c.BROTLI_PARAM_MODE]: c.BROTLI_MODE_FONT },
  ]
  return told.map((each) => ({ params: { ...best, ...each } }))
}

/** Of what was packed in several ways. */
export const smallest = <Packed extends { readonly length: number }>(
  packed: readonly Packed[],
): Packed => packed.reduce((best, next) => (next.length < best.length ? next : best))
