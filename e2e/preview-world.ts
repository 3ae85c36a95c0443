import { createHmac, hkdfSync } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../scripts/find-free-port.ts'
import { runOperator, startAlcove, type AlcoveServer } from './alcove-server.ts'
import { startHostSite, type HostSite } from './host-site.ts'
import type { ModelServer } from './model-server/start-model-server.ts'

const OWNER = 'ada@shop.example'
const SECRET = 'a secret of the previews, thirty-two bytes at least'
const MS_PER_SECOND = 1_000
const KEY_BYTES = 32

export interface PreviewWorld {
  readonly alcove: AlcoveServer
  readonly site: HostSite
  /** The desk's own origin. */
  readonly desk: string
  /** The chat's origin. */
  readonly chat: string
  /** A page with the chat, which links to another one. */
  readonly shop: string
  /** A token whose time is over. */
  readonly overToken: string
  /** A link that signs the owner in once. */
  makeLink(): Promise<string>
  stop(): Promise<void>
}

const pageOf = (title: string, link: string, chat: string) => `<!doctype html><html lang="en">
  <title>${title}</title><main><h1>${title}</h1><a href="${link}">Further</a></main>
  <script>!function(w,n){w[n]=w[n]||function(){var a=arguments;return new Promise(function(r,j){(w[n].q=w[n].q||[]).push([a,r,j])})}}(window,"Alcove")</script>
  <script>
    window.seen = []
    const tool = (name, more) => Alcove('tool', name, {
      description: name, parameters: { type: 'object' }, run: () => (seen.push(name), name + ' ran'), ...more,
    })
    tool('get_cart', { scope: 'read' })
    tool('add_to_cart', {})
  </script>
  <script async src="${chat}/p/default/alcove.js"></script></html>`

/** Signs a token as the server does, with an end that has come. */
function signOver(): string {
  const key = Buffer.from(hkdfSync('sha256', SECRET, '', 'alcove/preview-links/v1', KEY_BYTES))
  const text = `default.s.1.${Math.floor(Date.now() / MS_PER_SECOND)}`
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

/**
 * A server whose desk has another host than its chat, and a shop of two pages.
 *
 * @param config default: none.
 */
export async function startPreviewWorld(
  model: ModelServer,
  config?: string,
): Promise<PreviewWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'alcove-preview-'))
  const port = await findFreePort()
  const chat = `http://127.0.0.1:${port}`
  const desk = `http://desk.localhost:${port}`
  const site = await startHostSite(chat)
  const shop = `http://localhost:${site.port}`
  site.add('/shop.html', { html: pageOf('Shop', '/lamps.html', chat) })
  site.add('/lamps.html', { html: pageOf('Lamps', '/shop.html', chat) })
  const alcove = await startAlcove({
    port,
    dataDir,
    ...(config !== undefined && { config }),
    env: {
      ALCOVE_SECRET: SECRET,
      ALCOVE_PUBLIC_URL: chat,
      ALCOVE_DESK_URL: desk,
      ALCOVE_ALLOWED_ORIGINS: shop,
      ALCOVE_MODEL: 'openai-compatible/any',
      OPENAI_BASE_URL: model.url,
    },
  })
  return {
    alcove,
    site,
    desk,
    chat,
    shop: `${shop}/shop.html`,
    overToken: signOver(),
    async makeLink() {
      const printed = await runOperator(dataDir, 'desk', '--mail', OWNER)
      const [token] = /#token=[\w-]+/.exec(printed) ?? []
      if (token === undefined) throw new Error(`There is no link in: ${printed}`)
      return `${desk}/desk/sign-in${token}`
    },
    async stop() {
      await alcove.stop()
      await site.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
