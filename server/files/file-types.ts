import { isUtf8 } from 'node:buffer'
import { AlcoveError } from '../../shared/errors.ts'

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

/** What names say, for callers that send a name only; never what a file is served as. */
const TYPES_OF_EXTENSIONS: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  avif: 'image/avif',
  heic: 'image/heic',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  csv: 'text/csv',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  xml: 'text/xml',
  json: 'application/json',
  rtf: 'application/rtf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  zip: 'application/zip',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  mp4: 'video/mp4',
}

/** These are known by their bytes: whoever says so must have them. */
const PROVABLE: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
])
/** Many kinds of file are one of these to whom looks at bytes. */
const VAGUE: ReadonlySet<SniffedType> = new Set(['text/plain', 'application/octet-stream'])

/** `text/csv; charset=utf-8` as `text/csv`; of a name alone, what its extension says. */
export function claimedType(declaredType: string | null, filename: string): string | undefined {
  if (declaredType !== null) return declaredType.split(';', 1)[0]!.trim().toLowerCase()
  const extension = filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(TYPES_OF_EXTENSIONS, extension) ? TYPES_OF_EXTENSIONS[extension] : undefined
}

/** Whether a project takes that type. `allowed`: names, `image/*` for a group; undefined: any. */
export const isTypeTaken = (allowed: readonly string[] | undefined, type: string): boolean =>
  allowed === undefined ||
  allowed.some((entry) =>
    entry.endsWith('/*') ? type.startsWith(entry.slice(0, -1)) : entry === '*' || entry === type,
  )

/**
 * Whether a project takes a file, now that its bytes are known: what they prove counts, and the claim
 * only where they prove nothing else.
 */
export function isFileTaken(
  allowed: readonly string[] | undefined,
  sniffed: SniffedType,
  claimed: string | undefined,
): boolean {
  if (isTypeTaken(allowed, sniffed)) return true
  const isBelieved = VAGUE.has(sniffed) && claimed !== undefined && !PROVABLE.has(claimed)
  return isBelieved && isTypeTaken(allowed, claimed)
}

export const createTypeError = (allowed: readonly string[]): AlcoveError =>
  new AlcoveError(
    'unsupported_media_type',
    `Unsupported attachment type. Send content_type, or use a filename with a supported extension. Taken are: ${allowed.join(', ')}.`,
    { data: { allowed } },
  )
