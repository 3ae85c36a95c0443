import type { Fetch } from '../api/call.ts'
import type { Clock } from '../api/clock.ts'
import type { Cloud } from '../api/cloud.ts'
import { createAssistantTransport } from './assistant-transport.ts'
import { createChatTransport } from './chat-transport.ts'
import { createEndpointTransport } from './endpoint-transport.ts'
import type { Transport } from './transport.ts'

/** Where answers come from. */
export type AnswerSource =
  /** Our own chat call. */
  | { readonly type: 'chat' }
  /** A chat endpoint of the operator's own, as the AI SDK serves it. */
  | { readonly type: 'endpoint'; readonly url: string }
  /** An assistant of a server of the contract, by `POST /runs/stream`. */
  | { readonly type: 'assistant'; readonly assistantId: string }

export interface TransportWorld {
  readonly cloud: Cloud
  readonly fetch: Fetch
  readonly clock: Clock
}

export function chooseTransport(source: AnswerSource, world: TransportWorld): Transport {
  switch (source.type) {
    case 'chat':
      return createChatTransport(world.cloud, world.clock)
    case 'endpoint':
      return createEndpointTransport(source.url, world)
    case 'assistant':
      return createAssistantTransport(source.assistantId, world.cloud)
    default:
      return source satisfies never
  }
}
