import { AlcoveError } from '../../shared/errors.ts'
import { createSizeError } from './receive-upload.ts'

const HEAD_MAX_CHARACTERS = 300
const HEAD = /^data:([\w.+-]+\/[\w.+-]+)?(?:;[\w.+-]+=[\w.+-]+){0,4};base64$/i

export interface InlineFile {
  /** The caller's claim; `null` if there is none. */
  readonly mediaType: string | null
  readonly bytes: Buffer
}

export const isDataUrl = (url: string): boolean => /^data:/i.test(url)

/** The number of bytes in a base64 data URL; 0 for any other address. */
export const countInlineBytes = (url: string): number =>
  isDataUrl(url) ? countBytes(url, url.indexOf(',') + 1) : 0

/**
 * The bytes of `data:<type>;base64,<bytes>`.
 *
 * @throws AlcoveError `too_large` before anything is decoded, `file_rejected`.
 */
export function readDataUrl(text: string, maxBytes: number): InlineFile {
  const comma = text.slice(0, HEAD_MAX_CHARACTERS).indexOf(',')
  const head = HEAD.exec(text.slice(0, Math.max(comma, 0)))
  if (!head) throw createFormError()
  return { mediaType: head[1] ?? null, bytes: readBase64(text.slice(comma + 1), maxBytes) }
}

/**
 * Decodes base64, with the alphabet of the web or of URLs.
 *
 * @throws AlcoveError `too_large` before anything is decoded, `file_rejected`.
 */
export function readBase64(text: string, maxBytes: number): Buffer {
  const length = countBytes(text, 0)
  if (length > maxBytes) throw createSizeError(maxBytes)
  const bytes = Buffer.from(text, 'base64')
  // Node skips invalid characters of base64, so the length shows malformed text.
  if (bytes.length !== length) throw createFormError()
  return bytes
}

/** Counts from `start` on. */
function countBytes(base64: string, start: number): number {
  const padding = base64.endsWith('==') ? 2 : Number(base64.endsWith('='))
  return Math.floor(((base64.length - start - padding) * 3) / 4)
}

const createFormError = (): AlcoveError =>
  new AlcoveError(
    'file_rejected',
    'The file is not in base64; expected data:<type>;base64,<bytes>.',
  )
