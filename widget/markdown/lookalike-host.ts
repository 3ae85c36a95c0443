const LATIN = /^[\p{sc=Latin}\p{N}-]*$/u
const EAST_ASIAN =
  /^[\p{sc=Latin}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\p{N}ー-]*$/u
/** Scripts with letters that look like Latin ones. */
const LIKE_LATIN = [/^[\p{sc=Cyrillic}\p{N}-]*$/u, /^[\p{sc=Greek}\p{N}-]*$/u]
const OTHER = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Gujarati',
  'Hebrew',
  'Khmer',
  'Tamil',
  'Telugu',
  'Thai',
].map((script) => new RegExp(`^[\\p{sc=${script}}\\p{M}\\p{N}-]*$`, 'u'))

/**
 * Whether a host, as a text writes it, may be taken for another: scripts mixed in one part of it, or
 * letters that look like Latin ones before a Latin ending.
 */
export function isLookalike(host: string): boolean {
  const parts = host.split('.')
  const last = parts.at(-1) ?? ''
  return parts.some((part) => {
    if (LATIN.test(part) || EAST_ASIAN.test(part)) return false
    if (LIKE_LATIN.some((script) => script.test(part))) return LATIN.test(last)
    return !OTHER.some((script) => script.test(part))
  })
}
