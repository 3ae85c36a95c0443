import { FILENAME_MAX_BYTES } from '../../shared/wire/files.ts'

const FALLBACK = 'file'
// Controls, separators of paths and lines, changes of the reading direction, invisible characters, and lone
// surrogates: each of them makes a name look like another one.
const REMOVED = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}/\\]/gu
const WINDOWS_DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/iu

/**
 * A file's name for people, and for a browser to save it: at most 255 bytes, cut between characters, with the
 * extension if it fits. Never empty, hidden, or a path.
 */
export function cleanFilename(name: string): string {
  const visible = name
    .normalize('NFC')
    .replace(REMOVED, '')
    .trim()
    // Dots at the start hide a file or mean a folder; Windows drops those at the end.
    .replace(/^[. ]+/u, '')
    .replace(/(?<![. ])[. ]+$/u, '')
  const safe = WINDOWS_DEVICE.test(visible) ? `_${visible}` : visible
  return cutName(/^[. ]*$/u.test(safe) ? FALLBACK : safe)
}

function cutName(name: string): string {
  if (Buffer.byteLength(name) <= FILENAME_MAX_BYTES) return name
  const extension = /\.[\p{L}\p{N}]{1,16}$/u.exec(name)?.[0] ?? ''
  const room = FILENAME_MAX_BYTES - Buffer.byteLength(extension)
  return cutBytes(name.slice(0, name.length - extension.length), room) + extension
}

function cutBytes(text: string, maxBytes: number): string {
  let cut = ''
  let bytes = 0
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    cut += character
  }
  return cut
}
