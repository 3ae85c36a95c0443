import { readFile, realpath, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { extname, join, resolve, sep } from 'node:path'
import { createDemoToken } from './demo-token.ts'
import { readOwnName } from './site-hosts.ts'
import { createSitePolicy, SERVICE_PLACE } from './site-policy.ts'

export interface DemoSiteOptions {
  /** The host pages; files outside of it are not served. */
  readonly folder: string
  /** The built `site/`, with `/docs/` and `/playground/`. */
  readonly site: string
  /** The service's origin for a visitor who uses this host name (`localhost`, `127.0.0.1`). */
  readonly alcoveOrigin: (hostName: string) => string
  /** Host names of the site besides `localhost` and addresses; `*.shop.example` matches all below it. */
  readonly hosts: readonly string[]
  /** Reads the looks and texts of a project's owner, the initial values of the playground. */
  readonly readLook: (app: string) => Promise<unknown>
  /** `ALCOVE_HOST_SECRET`: if set, `GET /token` returns a token of the demo user. */
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
const SITE_PATTERN = /^(\/docs|\/playground)(\/.*)?$/s
const APP_PATTERN = /^[a-z0-9-]{1,63}$/

interface Answer {
  readonly status: number
  readonly type: string
  readonly location?: string
  /** Content-Security-Policy. Default: one for a page that loads nothing from the service. */
  readonly policy?: string
  readonly body: string | Buffer
}

const sentence = (status: number, body: string): Answer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${body}\n`,
})
const NOT_FOUND = sentence(404, 'There is no such page here.')
const MISDIRECTED = sentence(
  421,
  'The demo site answers to localhost, to addresses, and to names in ALCOVE_ALLOWED_ORIGINS.',
)

/** Serves the host pages: a website outside of Alcove that only contains its snippet. */
export function createDemoSite(options: DemoSiteOptions): Server {
  return createServer((request, response) => {
    const { method = '', url = '/', headers } = request
    answer(options, method, url, headers.host ?? '')
      .then((found) => (found === NOT_FOUND ? notFound(options, headers.accept ?? '') : found))
      .catch(() => sentence(500, 'The demo site failed.'))
      .then(({ status, type, body, location, policy = createSitePolicy('', undefined) }) => {
        response.writeHead(status, {
          'content-type': type,
          'content-length': Buffer.byteLength(body),
          'x-content-type-options': 'nosniff',
          'content-security-policy': `${policy}; frame-ancestors 'self'`,
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
  const name = readOwnName(host, options.hosts)
  if (name === undefined) return MISDIRECTED
  if (method !== 'GET' && method !== 'HEAD') return sentence(405, 'Only GET is answered here.')
  const path = decodePath(url)
  if (path === undefined) return NOT_FOUND
  if (path === '/token') return answerToken(options.hostSecret)
  if (path === '/playground/look.json') return answerLook(options, url)
  const [, folder, rest] = SITE_PATTERN.exec(path) ?? []
  // Without the slash, the page's relative URLs would resolve one folder too high.
  if (folder && !rest) return redirect(`${folder}/`)
  if (folder === '/docs' && rest) return answerDocs(options, url, rest, name)
  const file =
    folder && rest
      ? await findFile(join(options.site, folder), rest)
      : await findFile(options.folder, path)
  if (!file) return NOT_FOUND
  return answerFile(options, file, name)
}

/**
 * Pages of the documentation have addresses without an ending. Addresses with `.html` or a slash at the end lead
 * there.
 */
async function answerDocs(
  options: DemoSiteOptions,
  url: string,
  path: string,
  name: string,
): Promise<Answer> {
  const folder = join(options.site, 'docs')
  const clean = path.replace(/(?<=\/)index\.html$|\.html$/, '').replace(/(?<=.)\/$/, '')
  if (clean === NOT_FOUND_PAGE) return NOT_FOUND
  const page = await findFile(folder, clean === '/' ? '/index.html' : `${clean}.html`)
  if (page && clean !== path) return redirect(`/docs${clean}${/\?.*$/s.exec(url)?.[0] ?? ''}`)
  const file = page ?? (await findFile(folder, path))
  return file ? answerFile(options, file, name) : NOT_FOUND
}

const NOT_FOUND_PAGE = '/404'

/** Browsers get the page of the documentation with a search, programs a sentence. */
async function notFound({ site }: DemoSiteOptions, accept: string): Promise<Answer> {
  const file = accept.includes('text/html')
    ? await findFile(join(site, 'docs'), `${NOT_FOUND_PAGE}.html`)
    : undefined
  if (!file) return NOT_FOUND
  const body = await readFile(file, 'utf8')
  const policy = createSitePolicy(body, undefined)
  return { status: 404, type: CONTENT_TYPES['.html']!, body, policy }
}

const redirect = (location: string): Answer => ({
  ...sentence(308, 'The page has moved.'),
  location,
})

/** @param name the host name that the visitor used. */
async function answerFile(options: DemoSiteOptions, file: string, name: string): Promise<Answer> {
  const type = CONTENT_TYPES[extname(file)] ?? 'application/octet-stream'
  const body = await readFile(file)
  if (extname(file) !== '.html') return { status: 200, type, body }
  const origin = options.alcoveOrigin(name)
  const source = body.toString('utf8')
  const html = source.replaceAll(SERVICE_PLACE, origin)
  const service = source.includes(SERVICE_PLACE) ? new URL(origin).origin : undefined
  return { status: 200, type, body: html, policy: createSitePolicy(html, service) }
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

/** The file of a path, its `index.html` for a folder; undefined if dots or links lead out of the folder. */
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
