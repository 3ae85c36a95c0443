// Tag characters are fine after the flag that they spell; anywhere else they carry hidden text.
const FLAG = '\\u{1f3f4}[\\u{e0020}-\\u{e007e}]+\\u{e007f}'
const HIDDEN = new RegExp(`${FLAG}|[\\u202a-\\u202e\\u{e0000}-\\u{e007f}]`, 'gu')
const HAS_HIDDEN = /[\u202a-\u202e\u{e0000}-\u{e007f}]/u

/** Makes characters visible that hide text or reverse it, for example `[U+202E]`. */
export function markInvisible(text: string): string {
  if (!HAS_HIDDEN.test(text)) return text
  return text.replace(HIDDEN, (found) => {
    const code = found.codePointAt(0) ?? 0
    return code === 0x1f3f4 ? found : `[U+${code.toString(16).toUpperCase()}]`
  })
}
