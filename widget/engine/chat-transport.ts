import { createEventDecoder } from '../../shared/wire/sse.ts'
import type { ByteStream } from '../cloud/byte-stream.ts'
import type { Cloud } from '../cloud/cloud.ts'
import { STREAM_SILENCE_MAX_MS } from './silence-watch.ts'
import type { Transport, TurnStream } from './transport.ts'
import { chatBody } from './turn-body.ts'

const asTurnStream = (bytes: ByteStream): TurnStream => ({
  bytes,
  decode: createEventDecoder,
  silenceMaxMs: STREAM_SILENCE_MAX_MS,
})

/** Our own chat call: the server saves the turn, and whoever lost its stream finds it again. */
export function createChatTransport(cloud: Pick<Cloud, 'chat' | 'follow' | 'stop'>): Transport {
  return {
    isKeeping: true,
    open: async (call, options) => asTurnStream(await cloud.chat(chatBody(call), options)),
    ...(cloud.follow
      ? {
          async follow(threadId, place, signal) {
            const bytes = await cloud.follow?.(threadId, place, signal)
            return bytes ? asTurnStream(bytes) : null
          },
        }
      : {}),
    stop: (...args) => cloud.stop(...args),
  }
}
