import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Plugin, ViteDevServer } from 'vite'
import { isRefused, type ScreenState } from '../../e2e/states/screen-state.ts'
import { startStatesWorld, type StatesWorld } from '../../e2e/states/start-states-world.ts'
import { SCREEN_STATES, slugOf } from '../../e2e/states/state-table.ts'
import { STATE_WORDS } from '../../e2e/states/state-words.ts'
import { findFreePort } from '../find-free-port.ts'

const STATE_PATTERN = /^\/states(?:\/([a-z0-9-]+))?\/?$/

export interface StatePages {
  /** Answers `/states`, and `/states/<state>` with a page in that state. */
  readonly plugin: Plugin
  stop(): Promise<void>
}

export interface StatePagesOptions {
  /** Serves the sources with hot reload, on this port in front of this service. */
  readonly startFrame: (port: number, serviceOrigin: string) => Promise<ViteDevServer>
}

/**
 * The screen states, each with its own address. A service with the scripted model, and a shop's site beside
 * it, start with the first request.
 */
export function createStatePages({ startFrame }: StatePagesOptions): StatePages {
  let started: Promise<{ world: StatesWorld; vite: ViteDevServer }> | undefined

  async function start() {
    const port = await findFreePort()
    let vite: ViteDevServer | undefined
    const world = await startStatesWorld({
      chooseOrigin: async (servicePort) => {
        vite = await startFrame(port, `http://127.0.0.1:${servicePort}`)
        return `http://localhost:${port}`
      },
    })
    return { world, vite: vite! }
  }

  async function answer(slug: string | undefined, response: ServerResponse): Promise<void> {
    if (slug === undefined) {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      return void response.end(drawList())
    }
    const state = SCREEN_STATES.find((each) => slugOf(each) === slug && !isRefused(each.scene))
    if (!state) return void response.writeHead(404).end('There is no such state.')
    const { world } = await (started ??= start())
    const address = await world.invite(state, STATE_WORDS.en, true)
    response.writeHead(302, { location: address, 'cache-control': 'no-store' }).end()
  }

  const handle = (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    const path = STATE_PATTERN.exec((request.url ?? '').replace(/\?.*$/, ''))
    if (!path) return next()
    answer(path[1], response).catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end('The state could not be brought about; the console says why.')
    })
  }

  return {
    plugin: {
      name: 'alcove-state-pages',
      configureServer: (vite) => void vite.middlewares.use(handle),
    },
    async stop() {
      const running = await started
      await running?.vite.close()
      await running?.world.stop()
    },
  }
}

const STYLE =
  ':root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif } body { margin: 2rem auto; max-width: 50rem; padding-inline: 1rem }'

function drawList(): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Screen states</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head>
<body><h1>Screen states</h1>
<p>Each opens a shop’s page for a person of its own, and says there what is left to do by hand. <code>npm run pictures</code> photographs them all.</p>
<ul>${SCREEN_STATES.map(drawRow).join('')}</ul></body></html>`
}

function drawRow(state: ScreenState): string {
  const { number, name, view, isStarred, scene } = state
  const title = `${number} ${name}${view === undefined ? '' : `: ${view}`}${isStarred ? ' ★' : ''}`
  return isRefused(scene)
    ? `<li>${title}: there is none, by <code>${scene.refusedBy}</code></li>`
    : `<li><a href="/states/${slugOf(state)}">${title}</a></li>`
}
