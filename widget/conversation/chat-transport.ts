import { createEventDecoder } from '../../shared/wire/sse.ts'
import type { Clock } from '../api/clock.ts'
import type { ChatOptions } from '../api/chat-calls.ts'
import type { Cloud } from '../api/cloud.ts'
import type { ByteStream } from '../api/open-stream.ts'
import { createHeldBack } from './held-back.ts'
import { STREAM_SILENCE_MAX_MS } from './read-chunks.ts'
import type { Transport, TurnStream } from './transport.ts'
import { chatBody } from './turn-body.ts'

const asTurnStream = (bytes: ByteStream): TurnStream => ({
  bytes,
  decode: createEventDecoder,
  silenceMaxMs: STREAM_SILENCE_MAX_MS,
})

/** Our own chat call: the server saves the turn, and whoever lost its stream finds it again. */
export function createChatTransport(
  cloud: Pick<Cloud, 'chat' | 'follow' | 'stop' | 'messages'>,
  clock: Clock,
): Transport {
  const stop: Cloud['stop'] = (...args) => cloud.stop(...args)
  const follow = cloud.follow?.bind(cloud)
  if (!follow) {
    return {
      isKeeping: true,
      open: async (call, options) => asTurnStream(await cloud.chat(chatBody(call), options)),
      stop,
    }
  }
  const held = createHeldBack({ cloud, follow, clock, asTurnStream })
  return {
    isKeeping: true,
    async open(call, options) {
      const send = (sent: ChatOptions) => cloud.chat(chatBody(call), sent)
      return asTurnStream(await held.open(call, options, send))
    },
    async follow(threadId, place, signal) {
      const bytes = await held.follow(threadId, place, signal)
      return bytes && asTurnStream(bytes)
    },
    stop,
  }
}
