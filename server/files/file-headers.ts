import { contentDisposition } from './content-disposition.ts'

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
