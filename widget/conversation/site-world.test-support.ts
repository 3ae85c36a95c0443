import type { Chunk } from '../../shared/wire/chunk.ts'
import { encodeChunk, ENCODED_END } from '../../shared/wire/sse.ts'
import { createManualClock, settle } from '../api/manual-clock.test-support.ts'
import type { ConversationSettings } from './conversation.ts'
import { createEndpointTransport } from './transports/endpoint-transport.ts'
import { createSessionWorld } from './session.test-support.ts'

export const URL_OF_SITE = 'https://shop.example/api/chat'

/** A call that the site received. */
export interface Sent {
  readonly url: string
  readonly init: RequestInit
  readonly body: Readonly<Record<string, unknown>>
}

/** A thread whose answers come from a site's own endpoint, controlled by the test. */
export function createSiteWorld(
  respond: (sent: Sent) => Response | Promise<Response>,
  settings: Partial<ConversationSettings> = {},
  isOurs?: boolean,
) {
  const sent: Sent[] = []
  const clock = createManualClock()
  const transport = createEndpointTransport(URL_OF_SITE, {
    clock,
    isOurs,
    fetch: async (url, init) => {
      const call = { url, init, body: JSON.parse(init.body as string) as Sent['body'] }
      sent.push(call)
      return respond(call)
    },
  })
  const world = createSessionWorld({ transport, clock, answersRecords: true, ...settings })
  return { world, sent, clock }
}

export const streamOf = (...chunks: readonly Chunk[]) =>
  new Response(chunks.map(encodeChunk).join('') + ENCODED_END, {
    headers: { 'Content-Type': 'text/event-stream' },
  })

/** Loading the transport takes a turn of the event loop. */
export async function finish(world: { settle(): Promise<void> }) {
  await import('./transports/endpoint-transport.ts')
  await import('./history-keeper.ts')
  await import('./tool-desk.ts')
  await world.settle()
  await settle()
}
