import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'

const MS_PER_SECOND = 1_000

/** The place that an address of a kept document shows. */
export interface KeptPlace {
  readonly projectId: string
  readonly documentId: string
  /** Of the marked piece; `null`: none is marked. */
  readonly position: number | null
}

/** Addresses that carry their own permission: the holder needs no token until they expire. */
export interface KeptAddresses {
  /** The path of the address, without its origin. */
  sign(place: KeptPlace, expiresAt: Date): string
  /** The place, if the token is ours and has not expired. */
  verify(token: string): KeptPlace | undefined
}

const terms = v.tuple([v.string(), v.string(), v.nullable(v.number()), v.number()])

export function createKeptAddresses(signingKey: Uint8Array, now: () => number): KeptAddresses {
  const signatureOf = (payload: string): string =>
    createHmac('sha256', signingKey).update(payload).digest('base64url')

  return {
    sign({ projectId, documentId, position }, expiresAt) {
      const expires = Math.floor(expiresAt.getTime() / MS_PER_SECOND)
      const text = JSON.stringify([projectId, documentId, position, expires])
      const payload = Buffer.from(text).toString('base64url')
      return `/knowledge/${payload}.${signatureOf(payload)}`
    },
    verify(token) {
      const [payload = '', signature = ''] = token.split('.', 2)
      if (!isSame(signature, signatureOf(payload))) return undefined
      const text = Buffer.from(payload, 'base64url').toString()
      const [projectId, documentId, position, expires] = v.parse(terms, JSON.parse(text))
      if (expires * MS_PER_SECOND <= now()) return undefined
      return { projectId, documentId, position }
    },
  }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
