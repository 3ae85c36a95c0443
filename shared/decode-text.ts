import { looksWestern } from './looks-western.ts'

/** Marks at the start of a text that name its encoding. */
const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]
/** Text has none of these; they appear if other bytes are decoded as UTF-16. */
const CONTROL = /(?![\t-\r\x85])\p{Cc}|\uffff/u

/**
 * Decodes a text file: UTF-8, UTF-16 with its mark, or Windows-1252, which Excel writes. A mark at the start
 * is left out. `undefined`: the bytes are not text in any of these.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const marked = MARKS.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) {
    const [encoding] = marked
    const text = decode(encoding, bytes)
    return encoding !== 'utf-8' && text !== undefined && CONTROL.test(text) ? undefined : text
  }
  return decode('utf-8', bytes) ?? (looksWestern(bytes) ? decode('windows-1252', bytes) : undefined)
}

function decode(encoding: string, bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
