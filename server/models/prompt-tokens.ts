/** About four bytes of Latin text are a token; a Chinese character, which has three, is about one. */
export const BYTES_PER_TOKEN = 3
/** Tokens of an image or a page. */
export const FILE_TOKENS = 2_000

/** Estimates the tokens that a provider counts for these parts of a prompt, on the high side. */
export const promptTokens = (...parts: readonly unknown[]): number =>
  Math.ceil(bytesOf(parts) / BYTES_PER_TOKEN)

/** Bytes of all texts in the value; files count as a constant, whatever their size. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string')
    return value.startsWith('data:') ? FILE_TOKENS * BYTES_PER_TOKEN : Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, each) => sum + bytesOf(each), 0)
}
