import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAlcove } from './alcove-server.ts'
import { HOST_SECRET, test as base } from './fixtures.ts'
import { startHostSite, type HostSite } from './host-site.ts'

/** A service that lets pages read conversations, and pages with its chat. */
export const test = base.extend<{ readingSite: HostSite }>({
  readingSite: async ({ shared, model }, use) => {
    const alcove = await shared('reading alcove', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'alcove-e2e-reads-'))
      const config = join(folder, 'alcove.config.ts')
      await writeFile(config, 'export default { projects: { default: { hostReads: true } } }')
      const server = await startAlcove({
        env: {
          ALCOVE_MODEL: 'openai-compatible/any',
          OPENAI_BASE_URL: model.url,
          ALCOVE_CONFIG: config,
          ALCOVE_HOST_SECRET: HOST_SECRET,
        },
      })
      const stop = async () => {
        await server.stop()
        await rm(folder, { recursive: true, force: true })
      }
      return { ...server, stop }
    })
    const origin = `http://localhost:${alcove.port}`
    await use(await shared(`host site of ${origin}`, () => startHostSite(origin)))
  },
})

export { expect } from './fixtures.ts'
