import { startAlcove, type AlcoveServer } from './alcove-server.ts'
import { startChatEndpoint, type ChatEndpoint } from './chat-endpoint.ts'
import { HOST_SECRET, test as base } from './fixtures.ts'
import { startHostSite, type HostSite } from './host-site.ts'

/** A service whose operator has a chat endpoint elsewhere; its own model must never be called. */
export interface EndpointWorld {
  readonly alcove: AlcoveServer
  readonly site: HostSite
  readonly endpoint: ChatEndpoint
  stop(): Promise<void>
}

async function startEndpointWorld(modelUrl: string): Promise<EndpointWorld> {
  let origin = ''
  const endpoint = await startChatEndpoint(() => origin)
  const block = { default: { chatEndpoint: endpoint.url } }
  const alcove = await startAlcove({
    config: `export default { projects: ${JSON.stringify(block)} }`,
    env: {
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: modelUrl,
      ALCOVE_HOST_SECRET: HOST_SECRET,
    },
  })
  origin = `http://localhost:${alcove.port}`
  const site = await startHostSite(origin)
  return {
    alcove,
    site,
    endpoint,
    async stop() {
      await site.stop()
      await alcove.stop()
      await endpoint.stop()
    },
  }
}

/** A test with a service whose chat a site's own endpoint answers. */
export const test = base.extend<{ readonly world: EndpointWorld }>({
  world: async ({ shared, model }, use) =>
    use(await shared('alcove with a chat endpoint', () => startEndpointWorld(model.url))),
})
