import { test as base } from '@playwright/test'
import { startAlcove, type AlcoveServer } from './alcove-server.ts'
import { createChatPage, type ChatPage } from './chat-page.ts'
import { startHostSite, type HostSite } from './host-site.ts'
import { startModelServer, type ModelServer } from './model-server/start-model-server.ts'

/** Signs the tokens of the host pages in these tests. */
export const HOST_SECRET = 'a secret of the host page, for tests only'

interface TestFixtures {
  readonly chat: ChatPage
}

interface WorkerFixtures {
  /** The scripted model: the message is the script. */
  readonly model: ModelServer
  /** The service, as a process, with the scripted model behind the real provider code. */
  readonly alcove: AlcoveServer
  /** Host pages on another port, so on another origin. */
  readonly site: HostSite
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  model: [
    async ({}, use) => {
      const model = await startModelServer()
      await use(model)
      await model.stop()
    },
    { scope: 'worker' },
  ],
  alcove: [
    async ({ model }, use) => {
      const alcove = await startAlcove({
        env: {
          ALCOVE_MODEL: 'openai-compatible/any',
          OPENAI_BASE_URL: model.url,
          ALCOVE_HOST_SECRET: HOST_SECRET,
        },
      })
      await use(alcove)
      await alcove.stop()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ alcove }, use) => {
      const site = await startHostSite(`http://localhost:${alcove.port}`)
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(`http://localhost:${site.port}`),
  chat: async ({ page }, use) => use(createChatPage(page)),
})

export { expect } from '@playwright/test'
