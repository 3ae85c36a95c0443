import type { Fetch } from '../api/call.ts'
import type { Clock } from '../api/clock.ts'
import type { Cloud } from '../api/cloud.ts'
import { createAssistantTransport } from './assistant-transport.ts'
import { createEndpointTransport } from './endpoint-transport.ts'
import type { AnswerSource, Transport } from './transport.ts'

export interface TransportWorld {
  readonly cloud: Cloud
  readonly fetch: Fetch
  readonly clock: Clock
}

/**
 * Brings answers that another server makes, which does not keep them. Few projects have one: with it
 * comes all that only they need.
 */
export const createForeignTransport = (
  source: Exclude<AnswerSource, { type: 'chat' }>,
  world: TransportWorld,
): Transport =>
  source.type === 'endpoint'
    ? createEndpointTransport(source.url, world)
    : createAssistantTransport(source.assistantId, world.cloud)
