const BYTE_ORDER_MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
/** Bytes of a page in which its encoding stands, as browsers look for it. */
const SNIFFED_BYTES = 4_096
const DECLARED =
  /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w-]+)|^<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]+)/iu
/** The encoding of old files in Latin letters. */
const FALLBACK = 'windows-1252'

/**
 * Text of a file. The encoding is that of its byte order mark, else the one that its server tells, else the one
 * that the page names, else UTF-8, and Windows-1252 for bytes that are not UTF-8.
 */
export function decodeText(bytes: Uint8Array, charset?: string): string {
  const marked = BYTE_ORDER_MARKS.find(([mark]) =>
    mark.every((byte, index) => bytes[index] === byte),
  )
  const declared = marked?.[1] ?? charset ?? sniff(bytes)
  const decoder = createDecoder(declared) ?? new TextDecoder('utf-8', { fatal: true })
  try {
    return decoder.decode(bytes)
  } catch {
    return new TextDecoder(FALLBACK).decode(bytes)
  }
}

function sniff(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, SNIFFED_BYTES))
  const found = DECLARED.exec(head)
  const name = found?.[1] ?? found?.[2]
  // Bytes that could be read as Latin letters are not UTF-16.
  return name?.toLowerCase().startsWith('utf-16') ? 'utf-8' : name
}

/** Undefined: no encoding is named, or an unknown one. UTF-8 is checked, so that mistaken pages fall back. */
function createDecoder(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined
  try {
    const { encoding } = new TextDecoder(label)
    return new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  } catch {
    return undefined
  }
}
