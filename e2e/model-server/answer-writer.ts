import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Writes the body of an answer, optionally in slices of a few bytes. */
export interface AnswerWriter {
  splitInto(bytes: number): void
  sendHeaders(): void
  write(text: string): Promise<void>
  /** Settles when all written data has left the process. */
  flush(): Promise<void>
}

export function createAnswerWriter(response: ServerResponse): AnswerWriter {
  let sliceBytes = Number.POSITIVE_INFINITY

  function sendHeaders(): void {
    if (response.headersSent) return
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    })
    response.flushHeaders()
  }

  return {
    splitInto(bytes) {
      sliceBytes = bytes
    },
    sendHeaders,
    async write(text) {
      sendHeaders()
      if (sliceBytes === Number.POSITIVE_INFINITY) {
        response.write(text)
        return
      }
      const bytes = Buffer.from(text)
      for (let at = 0; at < bytes.length; at += sliceBytes) {
        response.write(bytes.subarray(at, at + sliceBytes))
        // A turn of the event loop between two slices, because the kernel would join them otherwise.
        await nextTurn()
      }
    },
    async flush() {
      if (!response.headersSent) return
      await new Promise<void>((resolve) => {
        response.write(': the end\n\n', () => resolve())
      })
    },
  }
}
