import type { RunStreamBody } from '../../shared/wire/runs.ts'
import type { Subject } from '../limits/limits.ts'
import type { Scope } from '../store/store.ts'

/** Names of threads, from what their user wrote. */
export interface Titles {
  /**
   * The thread's title as a text stream: the stored one where there is one; else a new one from the
   * user's message, word by word as it is made, saved before the stream ends. The stream fails when the
   * thread is called something else by then, for whoever reads it to ask again.
   *
   * @throws AlcoveError `not_found`, `invalid_request`.
   */
  stream(
    caller: Scope & Subject,
    body: RunStreamBody,
    signal: AbortSignal,
  ): Promise<ReadableStream<Uint8Array>>
  /**
   * Titles an untitled thread in the background; where its user had as many titles as one may have, by
   * their own words. Never fails.
   */
  titleLater(owner: Scope & Subject, threadId: string, text: string): void
}
