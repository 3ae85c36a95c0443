import { encodeChunk, ENCODED_END } from '../../shared/wire/sse.ts'
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
    messages: () => Promise.resolve({ rows: [], unreadable: [], next: null }),
    stop: () => Promise.resolve([]),
    async chat() {
      const text = encodeChunk({ type: 'error', errorText: NO_SERVER_TEXT }) + ENCODED_END
      return new Blob([text]).stream()
    },
  }
}
