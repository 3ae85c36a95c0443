import { orAbort } from './find-target.ts'
import { createPostCheck, type GuardedPostSettings } from './post-check.ts'
import { send } from './request.ts'

export interface ToldCall {
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
  /** Aborts the call, which then rejects. */
  readonly signal: AbortSignal
}

export type ToldAnswer =
  /** The rest of the answer is not read. Redirects are returned too, and never followed. */
  | { readonly type: 'answer'; readonly status: number }
  /** Nothing was sent, for this reason: the rest of a sentence about the address. */
  | { readonly type: 'refused'; readonly reason: string }

/**
 * Sends JSON to a service of an owner, whose status alone matters.
 *
 * @throws the reason of `signal`; the socket's error.
 */
export type GuardedTell = (url: string, call: ToldCall) => Promise<ToldAnswer>

/** As {@link createGuardedPost}, for calls without an answer. */
export function createGuardedTell(settings: GuardedPostSettings = {}): GuardedTell {
  const check = createPostCheck(settings)
  return async (url, { headers, body, signal }) => {
    const target = await orAbort(check(url), signal)
    if (typeof target === 'string') return { type: 'refused', reason: target }
    const message = await send(target, signal, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
    message.destroy()
    return { type: 'answer', status: message.statusCode ?? 0 }
  }
}
