import { later } from '../../../shared/later.ts'
import type { Fetch } from '../../api/call.ts'
import type { ChatDeps } from '../../world/chat-deps.ts'
import type { Identity } from '../../world/identity.ts'
import { createChatTransport } from '../chat-transport.ts'
import type { Transport } from '../transport.ts'

// Transports for other servers are loaded only in projects that use one.
const loadEndpoint = later(() => import('../transports/endpoint-transport.ts'))
const loadAssistant = later(() => import('../transports/assistant-transport.ts'))

/** Chooses the transport for the answers of a thread that is opened now. */
export async function chooseTransport(
  { answers = { type: 'chat' }, fetch, clock }: ChatDeps,
  { cloud, auth }: Identity,
): Promise<Transport> {
  switch (answers.type) {
    case 'chat':
      return createChatTransport(cloud, clock)
    case 'endpoint': {
      const { createEndpointTransport } = await loadEndpoint()
      // Limit: STREAM_OPEN_TIMEOUT_MS, by the signal: "gives a stream thirty seconds to open, and all the time to go on".
      const held: Fetch = async (url, init) => {
        await auth?.passed(init.signal)
        return fetch(url, init)
      }
      return createEndpointTransport(answers.url, { fetch: held, clock, isOurs: answers.isOurs })
    }
    case 'assistant': {
      const { createAssistantTransport } = await loadAssistant()
      return createAssistantTransport(answers.assistantId, cloud)
    }
    default:
      return answers satisfies never
  }
}
