import { startAlcove } from './alcove-server.ts'
import { HOST_SECRET, test as base } from './fixtures.ts'
import { startHostSite, type HostSite } from './host-site.ts'

/** A service that lets pages read conversations, and pages with its chat. */
export const test = base.extend<{ readingSite: HostSite }>({
  readingSite: async ({ shared, model }, use) => {
    const alcove = await shared('reading alcove', () =>
      startAlcove({
        config: 'export default { projects: { default: { hostReads: true } } }',
        env: {
          ALCOVE_MODEL: 'openai-compatible/any',
          OPENAI_BASE_URL: model.url,
          ALCOVE_HOST_SECRET: HOST_SECRET,
        },
      }),
    )
    const origin = `http://localhost:${alcove.port}`
    await use(await shared(`host site of ${origin}`, () => startHostSite(origin)))
  },
})

export { expect } from './fixtures.ts'
