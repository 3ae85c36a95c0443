import { readFile, realpath, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { extname, join, resolve, sep } from 'node:path'
import { createDemoToken } from './demo-token.ts'

export interface DemoSiteOptions {
  /** The host pages; nothing outside it is served. */
  readonly folder: string
  /** What is built of `site/`: it has `/docs/` and `/playground/`. */
  readonly site: string
  /** Where the service is, for a visitor who came by this host name (`localhost`, `127.0.0.1`). */
  readonly alcoveOrigin: (hostName: string) => string
  /** The looks and words of a project as its owner said them, for the playground to begin with. */
  readonly readLook: (app: string) => Promise<unknown>
  /** `ALCOVE_HOST_SECRET`: with it `GET /token` answers a token of the demo user. */
  readonly hostSecret?: string | undefined
}

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
const PLACEHOLDER = '{{ALCOVE_ORIGIN}}'
const SITE_PATTERN = /^(\/docs|\/playground)(\/.*)?$/s
const APP_PATTERN = /^[a-z0-9-]{1,63}$/
const HOST_NAME_PATTERN = /^([a-z0-9.-]+|\[[0-9a-f:]+\])$/

interface Answer {
  readonly status: number
  readonly type: string
  readonly location?: string
  readonly body: string | Buffer
}

const sentence = (status: number, body: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${body}\n`,
})
const NOT_FOUND = sentence(404, 'There is no such page here.')

/** Serves the host pages: a website that is not Alcove and only carries its snippet. */
export function createDemoSite(options: DemoSiteOptions): Server {
  return createServer((request, response) => {
    const { method = '', url = '/', headers } = request
    answer(options, method, url, headers.host ?? '')
      .catch(() => sentence(500, 'The demo site failed.'))
      .then(({ status, type, body, location }) => {
        response.writeHead(status, {
          'content-type': type,
          'content-length': Buffer.byteLength(body),
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          ...(location === undefined ? {} : { location }),
        })
        response.end(method === 'HEAD' ? undefined : body)
      }, console.error)
  })
}

async function answer(
  options: DemoSiteOptions,
  method: string,
  url: string,
  host: string,
): Promise<Answer> {
  if (method !== 'GET' && method !== 'HEAD') return sentence(405, 'Only GET is answered here.')
  const path = decodePath(url)
  if (path === undefined) return NOT_FOUND
  if (path === '/token') return answerToken(options.hostSecret)
  if (path === '/playground/look.json') return answerLook(options, url)
  const [, folder, rest] = SITE_PATTERN.exec(path) ?? []
  // Without the slash, the page's relative addresses would lead one folder too high.
  if (folder && !rest) return { ...sentence(308, 'It has a slash.'), location: `${folder}/` }
  const file =
    folder && rest
      ? await findFile(join(options.site, folder), rest)
      : await findFile(options.folder, path)
  if (!file) return NOT_FOUND
  const type = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream'
  const body = await readFile(file)
  if (extname(file) !== '.html') return { status: 200, type, body }
  const origin = options.alcoveOrigin(hostNameOf(host))
  return { status: 200, type, body: body.toString('utf8').replaceAll(PLACEHOLDER, origin) }
}

async function answerToken(secret: string | undefined): Promise<Answer> {
  if (!secret) return sentence(404, 'Set ALCOVE_HOST_SECRET to let this page identify its visitor.')
  return { ...sentence(200, ''), body: await createDemoToken(secret, Date.now()) }
}

async function answerLook({ readLook }: DemoSiteOptions, url: string): Promise<Answer> {
  const app = new URL(url, 'http://demo').searchParams.get('app') ?? 'default'
  const look = APP_PATTERN.test(app) ? await readLook(app) : undefined
  if (look === undefined) return sentence(404, 'There is no such project.')
  return { status: 200, type: 'application/json', body: JSON.stringify(look) }
}

function decodePath(url: string): string | undefined {
  try {
    const path = decodeURIComponent(url.replace(/[?#].*$/s, ''))
    return path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}

/** The file of a path, its `index.html` for a folder; none when it leads out, by dots or by links. */
async function findFile(folder: string, path: string): Promise<string | undefined> {
  try {
    const root = await realpath(folder)
    const found = await realpath(resolve(root, `.${sep}${path}`))
    if (found !== root && !found.startsWith(root + sep)) return undefined
    const stats = await stat(found)
    if (stats.isFile()) return found
    if (!path.endsWith('/')) return undefined
    const index = await realpath(join(found, 'index.html'))
    return index.startsWith(root + sep) ? index : undefined
  } catch {
    return undefined
  }
}

/** The name lands in HTML, and anybody can send any `Host`. */
function hostNameOf(host: string): string {
  const name = host.toLowerCase().replace(/:\d+$/, '')
  return HOST_NAME_PATTERN.test(name) ? name : 'localhost'
}
