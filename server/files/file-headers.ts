/** Equal to the life of a signed address, so that caches keep no file longer. */
export const FILE_CACHE_SECONDS = 300

/** The type for the header: text names its character set, so that no browser guesses one. */
export const servedType = (mediaType: string): string =>
  mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType

/**
 * Headers of an uploaded file: shown as its detected type or saved, and never run.
 *
 * @param isOwnOrigin true if files have an origin of their own; then any page that was given an address may
 * show the file, else only pages of this site.
 */
export const fileHeaders = (
  file: { readonly mediaType: string; readonly filename: string; readonly bytes: number },
  isOwnOrigin: boolean,
): Record<string, string> => ({
  'Content-Type': servedType(file.mediaType),
  'Content-Length': String(file.bytes),
  'Content-Disposition': contentDisposition(file.mediaType, file.filename),
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': isOwnOrigin ? 'cross-origin' : 'same-site',
  'Cache-Control': `private, max-age=${FILE_CACHE_SECONDS}`,
  'Referrer-Policy': 'no-referrer',
})

/** Types that a browser may show in a tab: none can run a script. */
const INLINE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

const NOT_PLAIN = /[^ !#$&+\-.0-9A-Z^_`a-z|~()]/gu
/** Characters that RFC 8187 requires to be encoded and `encodeURIComponent` leaves. */
const ALSO_ENCODED = /['()*]/g

/**
 * The header of a download (RFC 6266): a plain name for old readers, and the true one (RFC 8187) if it has
 * other characters.
 *
 * @param filename cleaned already.
 */
export function contentDisposition(mediaType: string, filename: string): string {
  const kind = INLINE_TYPES.includes(mediaType) ? 'inline' : 'attachment'
  const plain = filename.replace(NOT_PLAIN, '_')
  const quoted = `${kind}; filename="${plain}"`
  return plain === filename ? quoted : `${quoted}; filename*=UTF-8''${encodeName(filename)}`
}

const encodeName = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    ALSO_ENCODED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
