import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAlcove, runOperator, type AlcoveServer } from './alcove-server.ts'
import { startHostSite, type HostSite } from './host-site.ts'
import type { ModelServer } from './model-server/start-model-server.ts'

const OWNER = 'ada@shop.example'
/** Words that the configuration says, so that the desk cannot change them. */
export const FIXED_NOTE = 'Answers can be wrong.'
/** A configuration that fixes one value of the look, and says `more` of its project. */
export const createSettingsConfig = (more = ''): string => `export default { projects: { default: {
  ${more}
  look: { disclaimer: { text: ${JSON.stringify(FIXED_NOTE)} } },
} } }
`

export interface SettingsWorld {
  readonly alcove: AlcoveServer
  readonly site: HostSite
  /** Address of the desk's server. */
  readonly url: string
  /** A page with the chat. */
  readonly shop: string
  /** A link that signs the owner in once. */
  makeLink(): Promise<string>
  /** Runs the operator's command line beside the server. */
  operate(...args: readonly string[]): Promise<string>
  stop(): Promise<void>
}

/**
 * A server whose settings stand in its store, and a shop with its chat.
 *
 * @param config default: it fixes one value of the look. @param more further settings of the environment.
 */
export async function startSettingsWorld(
  model: ModelServer,
  config = createSettingsConfig(),
  more: Readonly<Record<string, string>> = {},
): Promise<SettingsWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-settings-'))
  const alcove = await startAlcove({
    env: { ALCOVE_MODEL: 'openai-compatible/any', OPENAI_BASE_URL: model.url, ...more },
    config,
    dataDir,
  })
  const url = `http://localhost:${alcove.port}`
  const site = await startHostSite(url)
  site.add('/shop.html', {
    html: `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>
      <script async src="${url}/alcove.js"></script></html>`,
  })
  return {
    alcove,
    site,
    url,
    shop: `http://localhost:${site.port}/shop.html`,
    async makeLink() {
      const printed = await runOperator(dataDir, 'desk', '--mail', OWNER)
      const [token] = /#token=[\w-]+/.exec(printed) ?? []
      if (token === undefined) throw new Error(`There is no link in: ${printed}`)
      return `${url}/desk/sign-in${token}`
    },
    operate: (...args) => runOperator(dataDir, ...args),
    async stop() {
      await alcove.stop()
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
