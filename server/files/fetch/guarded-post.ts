import { AlcoveError } from '../../../shared/errors.ts'
import { orAbort } from './find-target.ts'
import { createPostCheck, type GuardedPostSettings } from './post-check.ts'
import { readLimited, send } from './request.ts'

export interface PostCall {
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
  /** Maximum of the answer. */
  readonly maxBytes: number
  /** Aborts the call, which then rejects. */
  readonly signal: AbortSignal
}

export interface PostAnswer {
  /** Redirects are returned too: they are never followed, since the headers would be sent along. */
  readonly status: number
  readonly body: Buffer
}

/**
 * Sends JSON to a service of the operator.
 *
 * @throws AlcoveError `unavailable`, `too_large`: for the operator, without address and headers.
 */
export type GuardedPost = (url: string, call: PostCall) => Promise<PostAnswer>

/**
 * Creates a POST that reaches the public internet only, over TLS: the owner of a DNS zone could otherwise
 * point a name into this network.
 */
export function createGuardedPost(settings: GuardedPostSettings = {}): GuardedPost {
  const check = createPostCheck(settings)

  return async (url, { headers, body, maxBytes, signal }) => {
    try {
      const target = await orAbort(check(url), signal)
      if (typeof target === 'string') throw createPostError(target)
      const message = await send(target, signal, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      })
      try {
        const coding = message.headers['content-encoding'] ?? 'identity'
        if (coding !== 'identity') throw createPostError('the answer is compressed')
        return { status: message.statusCode ?? 0, body: await readLimited(message, maxBytes) }
      } finally {
        message.destroy()
      }
    } catch (error) {
      if (error instanceof AlcoveError && !signal.aborted) throw error
      throw createPostError(signal.aborted ? 'the call was ended' : 'nobody answers')
    }
  }
}

const createPostError = (reason: string): AlcoveError =>
  new AlcoveError('unavailable', `The tool’s address was not called, or did not answer: ${reason}.`)
