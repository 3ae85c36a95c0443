import type { Channel } from '../../shared/bridge/channel.ts'
import type { FrameEvents, FrameMethods } from '../../shared/bridge/contract.ts'

export type FrameChannel = Channel<FrameMethods, FrameEvents>

/** What the page's side can speak with: the frame of now, or none, and the calls that wait for the next one. */
export function createFramePort(signal: AbortSignal) {
  let channel: FrameChannel | undefined
  let waiting: PromiseWithResolvers<FrameChannel> | undefined

  return {
    now: () => channel,
    /** From now on; without a channel, with none. */
    connect(next: FrameChannel | undefined) {
      channel?.close()
      channel = next
      if (signal.aborted) waiting?.reject(signal.reason)
      if (!next) return
      waiting?.resolve(next)
      waiting = undefined
    },
    /** It does not come: whoever waits is told. */
    fail(error: unknown) {
      waiting?.reject(error)
      waiting = undefined
    },
    /** The frame, which is loaded for whoever asks. */
    async connected(load: () => void) {
      signal.throwIfAborted()
      if (channel) return channel
      waiting ??= Promise.withResolvers()
      load()
      return waiting.promise
    },
  }
}
