// Tag characters are fine in the three flags that they spell; anywhere else they carry hidden text.
const FLAGS = ['gbeng', 'gbsct', 'gbwls'].map(
  (name) => `\u{1f3f4}${[...name].map(toTag).join('')}\u{e007f}`,
)
const CONTROLS = '\\u202a-\\u202e\\u2066-\\u2069\\u{e0000}-\\u{e007f}'
const HIDDEN = new RegExp(`${FLAGS.join('|')}|[${CONTROLS}]`, 'gu')
const HAS_HIDDEN = new RegExp(`[${CONTROLS}]`, 'u')

/** Makes characters visible that hide words or turn them round, for example `[U+202E]`. */
export function markInvisible(text: string): string {
  if (!HAS_HIDDEN.test(text)) return text
  return text.replace(HIDDEN, (found) =>
    found.length > 2 ? found : `[U+${found.codePointAt(0)!.toString(16).toUpperCase()}]`,
  )
}

function toTag(letter: string): string {
  return String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)
}
