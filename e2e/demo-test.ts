import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { createDemoSite } from '../scripts/demo-site.ts'
import { listen } from '../scripts/listen.ts'
import { readProjectLook } from '../scripts/project-look.ts'
import { startAlcove } from './alcove-server.ts'
import { test as base } from './fixtures.ts'

/** The demo site of `npm start`, with the built documentation and playground. */
export const test = base.extend<{ readonly demo: string }>({
  alcove: async ({ shared }, use) => {
    const env = { ALCOVE_CONFIG: 'scripts/demo/alcove.config.ts' }
    await use(await shared('alcove of the demo', () => startAlcove({ env })))
  },
  demo: async ({ shared, alcove }, use) => {
    const { url } = await shared('demo site', async () => {
      const service = `http://localhost:${alcove.port}`
      const server = createDemoSite({
        folder: 'public',
        site: 'dist/site',
        hosts: [],
        alcoveOrigin: () => service,
        readLook: (app) => readProjectLook(service, app),
      })
      await listen(server, 0, '127.0.0.1', 'DEMO_PORT')
      return {
        url: `http://localhost:${(server.address() as AddressInfo).port}`,
        async stop() {
          server.close()
          server.closeAllConnections()
        },
      }
    })
    await use(url)
  },
})

/** The page in the playground, and its chat. */
export function previewOf(page: Page) {
  const host = page.frameLocator('iframe[title="A page with the chat"]')
  return { host, frame: host.frameLocator('iframe') }
}

/** Waits until Vue has hydrated a page of the documentation: keys and presses before are lost. */
export const awaitHydration = (page: Page) =>
  page.waitForFunction(() => '__vue_app__' in document.querySelector('#app')!)

export const codeOf = (page: Page) => page.getByRole('tabpanel').locator('pre')

export { expect } from './fixtures.ts'
