import type { Cloud } from './cloud.ts'

export const NO_SERVER_TEXT = 'This chat has no server yet, so nobody can answer.'

/**
 * The client of a build without a base: no threads, no requests, no errors. Whoever writes is
 * answered that nobody can answer.
 */
export function createNoCloud(): Cloud {
  return {
    hasIdentity: () => false,
    lastThread: () => Promise.resolve(null),
    threads: async () => (await import('./thread-operations.ts')).NO_THREAD_OPERATIONS,
    messages: () => Promise.resolve({ rows: [], unreadable: [], next: null }),
    stop: () => Promise.resolve([]),
    async chat() {
      // No other frame needs it before a thread is shown.
      const { encodeChunk, ENCODED_END } = await import('../../shared/wire/sse.ts')
      const text = encodeChunk({ type: 'error', errorText: NO_SERVER_TEXT }) + ENCODED_END
      return new Blob([text]).stream()
    },
  }
}
