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
