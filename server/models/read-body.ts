import type { IncomingMessage } from 'node:http'
import type { Deadline } from './deadline.ts'
import { createFailure } from './failure-kind.ts'
import type { ProviderLimits } from './provider-limits.ts'

/**
 * A response's body as a web stream, with a time limit for each gap and a limit for the whole. Neither
 * may cost what came before: so the stream just ends when the body breaks off and `onBreak` gets the
 * reason (an error would overtake the text in each of the SDK's transforms), and the socket is never
 * paused (Node drops what a paused one holds when it breaks).
 */
export function readBody(
  message: IncomingMessage,
  limits: ProviderLimits,
  deadline: Deadline,
  onBreak: (error: Error) => void,
): ReadableStream<Uint8Array> {
  let bytes = 0
  let isCancelled = false

  return new ReadableStream<Uint8Array>({
    start(controller) {
      message.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > limits.responseBytes) {
          message.destroy(createFailure('malformed', 'the response is too large'))
          return
        }
        controller.enqueue(chunk)
        deadline.start(limits.gapMs, gapTimeout)
      })
      message.on('end', () => {
        deadline.stop()
        controller.close()
      })
      message.on('error', (error) => {
        deadline.stop()
        onBreak(error)
        if (!isCancelled) controller.close()
      })
    },
    cancel() {
      isCancelled = true
      deadline.stop()
      message.destroy()
    },
  })
}

const gapTimeout = () => createFailure('stalled', 'the stream paused for too long')
