/** Of a text in Latin letters some four are a token, and a Chinese character, which has three, is about one. */
export const BYTES_PER_TOKEN = 3
/** An image or a page. */
const FILE_TOKENS = 2_000

/** About as many as a provider counts for these parts of a prompt, and rather more. */
export const promptTokens = (...parts: readonly unknown[]): number =>
  Math.ceil(bytesOf(parts) / BYTES_PER_TOKEN)

/** Of all texts in it; files count as one each, however large they are. */
function bytesOf(value: unknown): number {
  if (typeof value === 'string')
    return value.startsWith('data:') ? FILE_TOKENS * BYTES_PER_TOKEN : Buffer.byteLength(value)
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce((sum: number, each) => sum + bytesOf(each), 0)
}
