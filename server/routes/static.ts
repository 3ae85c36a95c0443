import { Hono } from 'hono'
import { DEFAULT_PROJECT } from '../auth/identity.ts'
import type { AppEnv } from './app-env.ts'
import { createFrameDocument, REFUSED_CONFIG } from './frame-document.ts'
import { frameHeaders } from './frame-headers.ts'
import { serviceOrigin } from './own-origin.ts'
import type { Assets } from './read-assets.ts'
import { sendFile } from './send-file.ts'
import { WELCOME_HEADERS, welcomePage } from './welcome-page.ts'

/** Every host page loads it; five minutes is how long a new version takes to reach all. */
export const LOADER_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'public, max-age=300',
}
/** The names carry a hash of the content, so the content never changes. */
export const ASSET_HEADERS = {
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'public, max-age=31536000, immutable',
}

export interface StaticParts {
  readonly assets: Assets
  readonly publicUrl: string | undefined
  /** Host pages of project `default`. */
  readonly allowedHosts: readonly string[]
}

export function createStaticRoutes({ assets, publicUrl, allowedHosts }: StaticParts): Hono<AppEnv> {
  const isSecure = publicUrl?.startsWith('https:') ?? false
  const open = (basePath: string) => ({
    file: createFrameDocument(assets.frameHtml, {
      project: DEFAULT_PROJECT,
      basePath,
      allowedHosts: [...allowedHosts],
    }),
    headers: frameHeaders(allowedHosts, isSecure),
  })
  const plain = open('')
  const named = open(`/p/${DEFAULT_PROJECT}`)
  const refused = {
    file: createFrameDocument(assets.frameHtml, REFUSED_CONFIG),
    headers: frameHeaders([], isSecure),
  }

  return new Hono<AppEnv>()
    .get('/', (c) => c.html(welcomePage(serviceOrigin(c, publicUrl)), 200, WELCOME_HEADERS))
    .get('/alcove.js', (c) => sendFile(c, assets.loader, LOADER_HEADERS))
    .get('/alcove-panel.js', (c) => sendFile(c, assets.loaderPanel, LOADER_HEADERS))
    .get('/frame', (c) => sendFile(c, plain.file, plain.headers))
    .get('/p/:project/frame', (c) => {
      const page = c.req.param('project') === DEFAULT_PROJECT ? named : refused
      return sendFile(c, page.file, page.headers)
    })
    .get('/frame/assets/:name', async (c) => {
      const file = assets.files.get(c.req.param('name'))
      return file ? sendFile(c, file, ASSET_HEADERS) : c.notFound()
    })
}
