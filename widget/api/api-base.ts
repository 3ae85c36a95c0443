import { AlcoveError } from '../../shared/errors.ts'

/**
 * Parses the build value `ALCOVE_API_BASE`. Returns `null` if it is not set, an empty text for a build without a
 * server, else an address without a slash at its end.
 *
 * @throws AlcoveError `config_invalid`.
 */
export function parseApiBase(text: string | undefined): string | null {
  if (text === undefined) return null
  const trimmed = text.trim()
  if (trimmed === '') return ''
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined
  const isWeb = url && /^https?:$/.test(url.protocol)
  if (isWeb && url.username + url.password + url.search + url.hash === '') {
    return url.href.replace(/\/+$/, '')
  }
  throw new AlcoveError(
    'config_invalid',
    `ALCOVE_API_BASE is ${JSON.stringify(trimmed.replace(/\/\/[^/]*@/, '//…@'))}; expected an http or https address without query, such as https://chat.example.com/p/shop, or nothing.`,
  )
}

/** Returns the build's base, else the origin of the frame's document. Host pages cannot change it. */
export const chooseApiBase = (built: string | null, documentBase: string): string =>
  built ?? documentBase
