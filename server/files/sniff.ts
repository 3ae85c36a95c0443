import { isUtf8 } from 'node:buffer'

/** What a file can be found to be. */
export type SniffedType =
  | 'image/png'
  | 'image/jpeg'
  | 'image/gif'
  | 'image/webp'
  | 'application/pdf'
  | 'text/plain'
  | 'application/octet-stream'

/** Each format's first bytes. */
const SIGNATURES: readonly (readonly [type: SniffedType, matches: (head: string) => boolean])[] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/gif', (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['application/pdf', (head) => head.startsWith('%PDF-')],
]
const HEAD_BYTES = 16

/**
 * What the bytes are, whatever a name or a header says. Text is valid UTF-8 without NUL, and is
 * nothing more than text: HTML, SVG and scripts among it are never served as what they are.
 */
export function sniff(bytes: Uint8Array): SniffedType {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    'latin1',
    0,
    HEAD_BYTES,
  )
  const found = SIGNATURES.find(([, matches]) => matches(head))
  if (found) return found[0]
  return isText(bytes) ? 'text/plain' : 'application/octet-stream'
}

const isText = (bytes: Uint8Array): boolean => isUtf8(bytes) && !bytes.includes(0)
