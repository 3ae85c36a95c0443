import { Hono, type Context, type MiddlewareHandler } from 'hono'
import type { AppEnv } from '../routes/app-env.ts'
import { NEEDS_HTTPS, type FindDesk } from '../routes/desk-address.ts'
import { HEALTH_PATHS } from '../routes/health-paths.ts'
import { sendFile, type DeskFiles } from './assets.ts'

/**
 * The page shows words of strangers: no script but its own, no other server, no framing. Previews of the chat are the
 * only frames, and only from another origin.
 */
const createPolicy = (chatUrl: string | undefined) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ...(chatUrl === undefined ? [] : [`frame-src ${chatUrl}`]),
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const createHeaders = (chatUrl: string | undefined, cacheControl: string) => ({
  'Content-Security-Policy': createPolicy(chatUrl),
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': cacheControl,
})
const PAGE_CACHE = 'no-cache'
/** The names contain a hash of the content, so the content never changes. */
const ASSET_CACHE = 'public, max-age=31536000, immutable'

const PAGE_PATHS = ['/desk', '/desk/*']
const isDeskPath = (path: string): boolean => path === '/desk' || path.startsWith('/desk/')
const isApiPath = (path: string): boolean => path === '/desk/api' || path.startsWith('/desk/api/')

/**
 * With `ALCOVE_DESK_URL`, the desk's host serves the desk alone, and no other host does: the pages of the chat,
 * which show strangers' words, are then of another origin.
 */
export function separateDesk(
  deskUrl: string | undefined,
  findDesk: FindDesk,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const { path } = c.req
    if (deskUrl === undefined || HEALTH_PATHS.includes(path)) return next()
    const isAtDesk = findDesk(c) !== undefined
    if (isAtDesk && path === '/') return c.redirect('/desk')
    if (isAtDesk === isDeskPath(path)) return next()
    if (isAtDesk || isApiPath(path)) return c.notFound()
    return sendSentence(c, 404, `The desk is at ${deskUrl}/desk.`)
  }
}

export interface DeskPagesParts {
  readonly findDesk: FindDesk
  /** Origin of the chat that the desk may embed; undefined: none. */
  readonly chatUrl: string | undefined
}

/**
 * The desk's app: its files, and its document at each other path below `/desk`.
 *
 * @param files undefined: the build has no desk.
 */
export function createDeskPages(
  files: DeskFiles | undefined,
  { findDesk, chatUrl }: DeskPagesParts,
): Hono<AppEnv> {
  const pageHeaders = createHeaders(chatUrl, PAGE_CACHE)
  const assetHeaders = createHeaders(undefined, ASSET_CACHE)
  const routes = new Hono<AppEnv>()
  for (const path of PAGE_PATHS) {
    routes.get(path, async (c, next) => {
      if (isApiPath(c.req.path)) return next()
      if (findDesk(c)?.isSafe !== true) return sendSentence(c, 403, NEEDS_HTTPS)
      if (!files) return sendSentence(c, 404, 'The desk is not built: run npm run build.')
      const { path } = c.req
      const file = files.files.get(path.slice('/desk/'.length))
      const isAsset = path.startsWith('/desk/assets/')
      if (file) return sendFile(c, file, isAsset ? assetHeaders : pageHeaders)
      return isAsset ? c.notFound() : sendFile(c, files.page, pageHeaders)
    })
  }
  return routes
}

const sendSentence = (c: Context, status: 403 | 404, sentence: string): Response =>
  c.text(`${sentence}\n`, status, createHeaders(undefined, PAGE_CACHE))
