import { startAlcove } from '../e2e/alcove-server.ts'
import { startHostSite } from '../e2e/host-site.ts'
import { createHostToken, signedInPage } from '../e2e/host-token.ts'
import { ensureChromium } from '../scripts/find-chromium.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'

const HOST_SECRET = 'a secret of the host page, for benchmarks only'

/** Everything that a browser benchmark measures: Alcove, a host page, and the floors. */
export interface BenchWorld {
  readonly chromium: string
  readonly tokens: TokenServer
  /** Alcove's own address. */
  readonly origin: string
  /** On the machine's other host name: another site, so the frame gets a process of its own. */
  readonly hostPage: string
  /** A host page whose visitor is signed in. */
  pageOf(user: string): string
  tokenOf(user: string): string
  stop(): Promise<void>
}

export async function startBenchWorld(): Promise<BenchWorld> {
  const tokens = await startTokenServer()
  const alcove = await startAlcove({
    env: {
      ALCOVE_MODEL: 'openai-compatible/bench',
      OPENAI_BASE_URL: `http://127.0.0.1:${tokens.port}/v1`,
      ALCOVE_HOST_SECRET: HOST_SECRET,
    },
  })
  const origin = `http://localhost:${alcove.port}`
  const site = await startHostSite(origin)
  const createToken = (user: string) => createHostToken(user, HOST_SECRET)
  const address = `http://127.0.0.1:${site.port}`

  return {
    chromium: ensureChromium(),
    tokens,
    origin,
    hostPage: `${address}/bare.html`,
    pageOf(user) {
      const path = `/user-${user}.html`
      site.add(path, { html: signedInPage(createToken(user)) })
      return address + path
    },
    tokenOf: createToken,
    async stop() {
      await site.stop()
      await alcove.stop()
      await tokens.stop()
    },
  }
}
