import { isUtf8 } from 'node:buffer'
import { AlcoveError } from '../../shared/errors.ts'
import { readSignature, type SignedType } from '../../shared/media-signature.ts'
import { typeOfName } from '../../shared/type-of-name.ts'

/** Types that a file can be detected as. */
export type SniffedType = SignedType | 'text/plain' | 'application/octet-stream'

/**
 * Detects a type from the bytes, regardless of names and headers. Text is valid UTF-8 without NUL, and only
 * text: HTML, SVG and scripts are never served as their own type.
 */
export const sniff = (bytes: Uint8Array): SniffedType =>
  readSignature(bytes) ?? (isText(bytes) ? 'text/plain' : 'application/octet-stream')

const isText = (bytes: Uint8Array): boolean => isUtf8(bytes) && !bytes.includes(0)

/** Types that are detected by their bytes: a file that claims one must have them. */
const PROVABLE: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
])
/** Many kinds of file have one of these types by their bytes. */
const VAGUE: ReadonlySet<SniffedType> = new Set(['text/plain', 'application/octet-stream'])

/**
 * The types that a sender claims: the declared one, without parameters, and that of the name's ending.
 * Systems disagree on the first: Windows calls a `.csv` `application/vnd.ms-excel` if Excel is installed.
 */
export function claimedTypes(declaredType: string | null, filename: string): readonly string[] {
  const declared = declaredType?.split(';', 1)[0]!.trim().toLowerCase()
  return [declared, typeOfName(filename)].filter((type) => type !== undefined)
}

/** True if a project accepts that type. `allowed`: names, `image/*` for a group; undefined: any. */
export const isTypeTaken = (allowed: readonly string[] | undefined, type: string): boolean =>
  allowed === undefined ||
  allowed.some((entry) =>
    entry.endsWith('/*') ? type.startsWith(entry.slice(0, -1)) : entry === '*' || entry === type,
  )

/**
 * True if a project accepts a file with known bytes: the detected type counts, and the claims only if the
 * detected one is vague.
 */
export function isFileTaken(
  allowed: readonly string[] | undefined,
  sniffed: SniffedType,
  claimed: readonly string[],
): boolean {
  if (isTypeTaken(allowed, sniffed)) return true
  if (!VAGUE.has(sniffed)) return false
  return claimed.some((type) => !PROVABLE.has(type) && isTypeTaken(allowed, type))
}

export const createTypeError = (allowed: readonly string[]): AlcoveError =>
  new AlcoveError(
    'unsupported_media_type',
    `Unsupported attachment type. Send content_type, or use a filename with a supported extension. Taken are: ${allowed.join(', ')}.`,
    { data: { allowed } },
  )

/**
 * Compares a data URL's type with its bytes: other bytes called an image or a PDF are broken.
 *
 * @throws AlcoveError `file_rejected`.
 */
export function checkInlineType(declaredType: string | null, sniffed: SniffedType): void {
  const [declared = ''] = claimedTypes(declaredType, '')
  if (!PROVABLE.has(declared) || !VAGUE.has(sniffed)) return
  throw new AlcoveError(
    'file_rejected',
    `The data URL says ${declared}, but its bytes are none; expected the whole file in base64.`,
  )
}
