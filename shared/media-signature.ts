/** File types that the first bytes prove. */
export type SignedType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'application/pdf'

/** Number of first bytes that the proof needs. */
export const SIGNATURE_BYTES = 16

const SIGNATURES: readonly (readonly [type: SignedType, matches: (head: string) => boolean])[] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/gif', (head) => head.startsWith('GIF87a') || head.startsWith('GIF89a')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
  ['application/pdf', (head) => head.startsWith('%PDF-')],
]

/** The type that a file's first bytes prove: models accept these unchanged. `undefined`: none of them. */
export function readSignature(bytes: Uint8Array): SignedType | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, SIGNATURE_BYTES))
  return SIGNATURES.find(([, matches]) => matches(head))?.[0]
}
