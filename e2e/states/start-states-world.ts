import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { findFreePort } from '../../scripts/find-free-port.ts'
import { startAlcove } from '../alcove-server.ts'
import { startFaultProxy, type FaultProxy } from '../faults/start-fault-proxy.ts'
import { startHostSite, type HostSite } from '../host-site.ts'
import { createHostToken } from '../host-token.ts'
import { startModelServer, type ModelServer } from '../model-server/start-model-server.ts'
import { seedThreads } from '../seed-threads.ts'
import { isRefused, type ScreenState } from './screen-state.ts'
import { drawStatePage } from './state-page.ts'
import type { StateWords } from './state-words.ts'

const HOST_SECRET = 'a secret of the shop, for screen states only'

/** The real service with the scripted model, and a shop's site on another origin. */
export interface StatesWorld {
  readonly model: ModelServer
  readonly site: HostSite
  /** The network between browser and service. */
  readonly network: FaultProxy
  /** Creates a user with earlier conversations, and a page for them. Returns its address. */
  invite(state: ScreenState, words: StateWords, isLive?: boolean): Promise<string>
  stop(): Promise<void>
}

export interface StatesWorldOptions {
  /** Origin of the frame's files; default: the service itself with the last build. */
  readonly chooseOrigin?: (servicePort: number) => Promise<string>
}

/** Starts everything, which `stop` ends. */
export async function startStatesWorld({
  chooseOrigin,
}: StatesWorldOptions = {}): Promise<StatesWorld> {
  const port = await findFreePort()
  const model = await startModelServer()
  const network = await startFaultProxy({ port })
  const origin = (await chooseOrigin?.(port)) ?? `http://localhost:${network.port}`
  const site = await startHostSite(origin)
  const siteOrigin = `http://localhost:${site.port}`
  // Matches the service's request for a title.
  model.teach('</message>', 'say A question about March')
  const alcove = await startAlcove({
    port,
    env: {
      ALCOVE_CONFIG: join(import.meta.dirname, 'states.config.ts'),
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
      ALCOVE_HOST_SECRET: HOST_SECRET,
      ALCOVE_LIMITS: '{"callsPerAddressPerMinute":100000}',
    },
  })

  return {
    model,
    site,
    network,
    async invite(state, words, isLive = false) {
      const { scene } = state
      if (isRefused(scene)) throw new Error(`There is no state ${state.number}.`)
      const path = `/state-${state.number}-${randomUUID().slice(0, 8)}.html`
      const token = createHostToken(path, HOST_SECRET)
      const threads = (await scene.threads?.(words)) ?? []
      await seedThreads(`http://localhost:${port}`, token, threads)
      // Opened by address there is no test that continues the answer, so it continues by itself.
      const asked = isLive ? scene.asks?.(words, 'KEY') : undefined
      if (asked) model.teach(asked.question, asked.script.replace('hold KEY', 'wait 5s'))
      site.add(path, { html: drawStatePage(state, { token, words, isLive }) })
      return siteOrigin + path
    },
    async stop() {
      await site.stop()
      await alcove.stop()
      await network.stop()
      await model.stop()
    },
  }
}
