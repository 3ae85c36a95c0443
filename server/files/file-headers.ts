/** A signed address lives as long: nothing is kept that could not be asked for. */
export const FILE_CACHE_SECONDS = 300

/** What the header says: text has its character set named, so that no browser guesses one. */
export const servedType = (mediaType: string): string =>
  mediaType === 'text/plain' ? 'text/plain; charset=utf-8' : mediaType

/**
 * Headers of a file that somebody uploaded: shown as what it was found to be or saved, and never run.
 *
 * @param isOwnOrigin whether files have an origin that nothing else has; then any page that was given
 * an address may show the file, else only pages of this site.
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

/** Types that a browser may show in a tab: none of them can hold a script that runs. */
const INLINE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

const NOT_PLAIN = /[^ !#$&+\-.0-9A-Z^_`a-z|~()]/gu
/** What RFC 8187 lets stand as it is; `encodeURIComponent` leaves four more. */
const ALSO_ENCODED = /['()*]/g

/**
 * The header of a download (RFC 6266): a plain name for old readers, the true one (RFC 8187) when it
 * has other characters.
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
