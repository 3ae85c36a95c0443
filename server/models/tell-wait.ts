import { RETRY_AT, type Chunk } from '../../shared/wire/chunk.ts'
import { waitChunk } from '../../shared/wire/wait-chunk.ts'
import type { ModelClock } from './model-clock.ts'
import { PROVIDER_RETRY_AT_LIMIT_MS, PROVIDER_WAIT_NEWS_MS } from './provider-limits.ts'

/** Waits, and reports the remaining time: a reader that joins later counts from the last report. */
export async function* tellWait(
  waitMs: number,
  clock: ModelClock,
  signal: AbortSignal,
): AsyncGenerator<Chunk, void, undefined> {
  for (let leftMs = waitMs; leftMs > 0 && !signal.aborted; leftMs -= PROVIDER_WAIT_NEWS_MS) {
    yield waitChunk(leftMs)
    await clock.sleep(Math.min(leftMs, PROVIDER_WAIT_NEWS_MS), signal)
  }
  if (waitMs > 0 && !signal.aborted) yield waitChunk(0)
}

/** Reports with the failure when a retry makes sense: any reader keeps metadata, and none needs it. */
export function* tellRetryAt(wishedMs = 0): Generator<Chunk, void, undefined> {
  if (wishedMs <= 0 || wishedMs > PROVIDER_RETRY_AT_LIMIT_MS) return
  const retryAt = new Date(Date.now() + wishedMs).toISOString()
  yield { type: 'message-metadata', messageMetadata: { [RETRY_AT]: retryAt } }
}
