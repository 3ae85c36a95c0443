import { createEventDecoder } from '../../shared/wire/sse.ts'
import type { Cloud } from '../cloud/cloud.ts'
import { STREAM_SILENCE_MAX_MS } from './silence-watch.ts'
import type { Transport } from './transport.ts'
import { chatBody } from './turn-body.ts'

/** Our own chat call: the server saves the turn. */
export function createChatTransport(cloud: Pick<Cloud, 'chat' | 'stop'>): Transport {
  return {
    isKeeping: true,
    async open(call, options) {
      const bytes = await cloud.chat(chatBody(call), options)
      return { bytes, decode: createEventDecoder, silenceMaxMs: STREAM_SILENCE_MAX_MS }
    },
    stop: (...args) => cloud.stop(...args),
  }
}
