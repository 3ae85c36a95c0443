import { setTimeout as wait } from 'node:timers/promises'
import type { AwsClient } from 'aws4fetch'
import { AlcoveError } from '../../shared/errors.ts'
import { amazonTime } from './amazon-time.ts'

/** One try, its body included. */
export const S3_TIMEOUT_MS = 20_000
/** Further tries after the first, when the store was busy or did not answer. */
export const S3_RETRIES = 2
export const S3_RETRY_DELAY_MS = 100
const RETRY_FACTOR = 4

export type S3Request = (
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE',
  url: string,
  headers?: Readonly<Record<string, string>>,
  body?: Uint8Array,
) => Promise<Response>

/**
 * Signed calls to an object store. Each of them may be made twice without harm, so each is tried again.
 * The answer is the store's last word; a store that never answers is `unavailable`.
 */
export function createS3Request(client: AwsClient, now: () => number): S3Request {
  async function attempt(...[method, url, headers = {}, body]: Parameters<S3Request>) {
    const aws = { datetime: amazonTime(now()), allHeaders: true }
    const signed = await client.sign(url, {
      method,
      headers,
      aws,
      ...(body && { body: Buffer.from(body) }),
    })
    return fetch(signed, { signal: AbortSignal.timeout(S3_TIMEOUT_MS), redirect: 'error' })
  }

  return async (...call) => {
    for (let tried = 0; ; tried += 1) {
      // Not told apart by `instanceof Response`: the HTTP server puts a class of its own in its place.
      const { response, error } = await attempt(...call).then(
        (response) => ({ response, error: undefined }),
        (error: unknown) => ({ response: undefined, error }),
      )
      const isLast = tried === S3_RETRIES
      if (response) {
        if (isLast || (response.status < 500 && response.status !== 429)) return response
        await response.body?.cancel()
      } else if (isLast) {
        throw new AlcoveError('unavailable', 'The file store does not answer.', { cause: error })
      }
      await wait(S3_RETRY_DELAY_MS * RETRY_FACTOR ** tried)
    }
  }
}

export const createStorageError = (status: number): AlcoveError =>
  new AlcoveError('unavailable', `The file store answered with status ${status}.`)
