import { createHmac, timingSafeEqual } from 'node:crypto'
import { isFileKey } from './object-store.ts'

const MS_PER_SECOND = 1_000

/** Conditions of an upload address. */
export interface UploadTerms {
  readonly key: string
  /** The required content type of the body; `null`: any, or none. */
  readonly type: string | null
  /** Exactly so many bytes; `null`: up to `maxBytes`. */
  readonly bytes: number | null
  readonly maxBytes: number
}

export interface SignedUrls {
  signRead(origin: string, key: string, expiresAt: Date): string
  signUpload(origin: string, terms: UploadTerms, expiresAt: Date): string
  /** The key, if the address is ours and has not expired. */
  verifyRead(url: URL): string | undefined
  verifyUpload(url: URL): UploadTerms | undefined
}

/**
 * Addresses of the file origin that carry their own proof. Their permission is in the query, and all of it is
 * signed; a read's signature opens no upload, nor the other way round.
 */
export function createSignedUrls(signingKey: Uint8Array, now: () => number): SignedUrls {
  const signatureOf = (method: 'GET' | 'PUT', key: string, terms: URLSearchParams): string =>
    createHmac('sha256', signingKey)
      .update(`${method}\n${key}\n${terms.toString()}`)
      .digest('base64url')

  function sign(origin: string, method: 'GET' | 'PUT', key: string, terms: URLSearchParams) {
    const signature = signatureOf(method, key, terms)
    return `${origin}/files/${key}?${terms.toString()}&signature=${signature}`
  }

  function verify(url: URL, method: 'GET' | 'PUT'): URLSearchParams | undefined {
    const key = keyOf(url)
    const given = url.searchParams.get('signature') ?? ''
    const terms = new URLSearchParams(
      [...url.searchParams].filter(([name]) => name !== 'signature'),
    )
    if (!isFileKey(key) || !isSame(given, signatureOf(method, key, terms))) return undefined
    return Number(terms.get('expires')) * MS_PER_SECOND > now() ? terms : undefined
  }

  return {
    signRead: (origin, key, expiresAt) =>
      sign(origin, 'GET', key, new URLSearchParams({ expires: secondsOf(expiresAt) })),
    signUpload(origin, { key, type, bytes, maxBytes }, expiresAt) {
      const terms = new URLSearchParams({ expires: secondsOf(expiresAt), max: String(maxBytes) })
      if (type !== null) terms.set('type', type)
      if (bytes !== null) terms.set('bytes', String(bytes))
      return sign(origin, 'PUT', key, terms)
    },
    verifyRead: (url) => (verify(url, 'GET') ? keyOf(url) : undefined),
    verifyUpload(url) {
      const terms = verify(url, 'PUT')
      if (!terms) return undefined
      const bytes = terms.get('bytes')
      return {
        key: keyOf(url),
        type: terms.get('type'),
        bytes: bytes === null ? null : Number(bytes),
        maxBytes: Number(terms.get('max')),
      }
    },
  }
}

const keyOf = (url: URL): string => url.pathname.slice(url.pathname.lastIndexOf('/') + 1)

const secondsOf = (time: Date): string => String(Math.floor(time.getTime() / MS_PER_SECOND))

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
