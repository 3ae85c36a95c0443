import { test as base } from '@playwright/test'
import { startAlcove, type AlcoveServer } from './alcove-server.ts'
import { createChatPage, type ChatPage } from './chat-page.ts'
import { startHostSite, type HostSite } from './host-site.ts'
import { startModelServer, type ModelServer } from './model-server/start-model-server.ts'

/** Signs the tokens of the host pages in these tests. */
export const HOST_SECRET = 'a secret of the host page, for tests only'

interface Stoppable {
  stop(): Promise<unknown>
}

/** Gives what goes by this name; the first test of a worker that asks for it starts it. */
export type Shared = <Thing extends Stoppable>(
  name: string,
  start: () => Promise<Thing>,
) => Promise<Thing>

interface TestFixtures {
  readonly chat: ChatPage
  /** The service, as a process, with the scripted model behind the real provider code. */
  readonly alcove: AlcoveServer
  /** Host pages on another port, so on another origin. */
  readonly site: HostSite
}

interface WorkerFixtures {
  /**
   * Shared state of a worker's tests. A spec with its own servers keeps them here too: fixtures
   * of a worker that only some specs have would end the worker, its browser and its servers at each of them.
   */
  readonly shared: Shared
  /** The scripted model: the message is the script. */
  readonly model: ModelServer
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  shared: [
    async ({}, use) => {
      const things = new Map<string, Promise<Stoppable>>()
      await use(<Thing extends Stoppable>(name: string, start: () => Promise<Thing>) => {
        const thing = things.get(name) ?? start()
        things.set(name, thing)
        return thing as Promise<Thing>
      })
      for (const thing of [...things.values()].toReversed()) await (await thing).stop()
    },
    { scope: 'worker' },
  ],
  model: [
    async ({}, use) => {
      const model = await startModelServer()
      await use(model)
      await model.stop()
    },
    { scope: 'worker' },
  ],
  alcove: async ({ shared, model }, use) => {
    const env = {
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
      ALCOVE_HOST_SECRET: HOST_SECRET,
    }
    await use(await shared('alcove', () => startAlcove({ env })))
  },
  site: async ({ shared, alcove }, use) => {
    const origin = `http://localhost:${alcove.port}`
    await use(await shared(`host site of ${origin}`, () => startHostSite(origin)))
  },
  baseURL: async ({ site }, use) => use(`http://localhost:${site.port}`),
  chat: async ({ page }, use) => use(createChatPage(page)),
})

export { expect } from '@playwright/test'
