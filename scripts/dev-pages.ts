import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Plugin, ViteDevServer } from 'vite'
import { bundleLoader, type LoaderPart } from './bundle-loader.ts'

const FRAME_PATTERN = /^(\/p\/[^/]+)?\/frame\/?$/
const CONFIG_PATTERN = /<meta name="alcove"[^>]*>/
const ANCESTORS_PATTERN = /frame-ancestors [^;]*/

export interface DevPagesOptions {
  readonly root: string
  /** Origin of the real server. */
  readonly serverOrigin: string
}

/**
 * Serves the files that are built in production: the loader's files, bundled on each request, and the frame's
 * document with hot reload. The server's part (its configuration, the allowed hosts) is taken from the
 * document that the server itself would send.
 */
export function createDevPages({ root, serverOrigin }: DevPagesOptions): Plugin {
  return {
    name: 'alcove-dev-pages',
    configureServer(vite) {
      vite.middlewares.use((request, response, next) => {
        const path = (request.url ?? '/').replace(/\?.*$/, '')
        if (path === '/alcove.js') sendLoader(root, 'loader', response).catch(next)
        else if (path === '/alcove-panel.js') sendLoader(root, 'panel', response).catch(next)
        else if (path === '/alcove-extras.js') sendLoader(root, 'extras', response).catch(next)
        else if (path === '/alcove-debug.js') sendLoader(root, 'debug', response).catch(next)
        else if (FRAME_PATTERN.test(path)) {
          sendFrame(vite, root, serverOrigin + path, response).catch(next)
        } else next()
      })
    },
  }
}

async function sendLoader(root: string, part: LoaderPart, response: ServerResponse): Promise<void> {
  const code = await bundleLoader(root, part)
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
  })
  response.end(code)
}

async function sendFrame(
  vite: ViteDevServer,
  root: string,
  address: string,
  response: ServerResponse,
): Promise<void> {
  const answer = await fetch(address.replace(/\/$/, ''))
  const config = CONFIG_PATTERN.exec(await answer.text())?.[0] ?? ''
  const source = await readFile(join(root, 'widget/index.html'), 'utf8')
  // The document's URL has no trailing slash, so relative URLs would resolve one folder too high.
  const html = source.replace('<head>', `<head>\n    ${config}`).replaceAll('"./', '"/')
  const ancestors = ANCESTORS_PATTERN.exec(answer.headers.get('content-security-policy') ?? '')
  response.writeHead(answer.status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'cross-origin',
    // Hot reload needs an inline script, so only the allowed hosts remain of the frame's policy.
    ...(ancestors ? { 'content-security-policy': ancestors[0] } : {}),
  })
  response.end(await vite.transformIndexHtml('/index.html', html))
}
