import type { MiddlewareHandler } from 'hono'
import { ALCOVE_STREAM_HEADER, LAST_EVENT_ID_HEADER } from '../../shared/wire/chat.ts'
import { USER_ID_HEADER, WORKSPACE_ID_HEADER } from '../../shared/wire/tokens.ts'
import { CONFIG_FILE } from '../projects/load-config.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import type { AppEnv } from './app-env.ts'
import { isApiOrigin } from './own-origin.ts'
import type { ApiParts } from './route.ts'
import { quoteForeign } from './quote-foreign.ts'
import { createTellOnce } from './tell-once.ts'

/** Headers of all answers except our documents and scripts. */
const API_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
}
const API_CACHE_CONTROL = 'private, no-store'

const PREFLIGHT_SECONDS = 600
const ALLOWED_METHODS = 'GET, POST, PUT, DELETE, OPTIONS'
const ALLOWED_HEADERS = `Authorization, Content-Type, Accept, Aui-Sdk, ${USER_ID_HEADER}, ${WORKSPACE_ID_HEADER}, ${ALCOVE_STREAM_HEADER}, ${LAST_EVENT_ID_HEADER}`
const EXPOSED_HEADERS =
  'Authorization, Retry-After, X-Request-Id, x-vercel-ai-data-stream, x-vercel-ai-ui-message-stream, x-resumable-stream-id'

/** Sets the API's headers on every answer without own headers, so that no route can forget them. */
export const setApiHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next()
  const { headers } = c.res
  if (headers.has('Cross-Origin-Resource-Policy')) return
  for (const [name, value] of Object.entries(API_HEADERS)) headers.set(name, value)
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', API_CACHE_CONTROL)
}

/**
 * CORS: lets the frame, which has this origin, and pages that the project names read answers. Other pages get
 * no headers.
 */
export function allowOrigins({
  own,
  onRefusedOrigin,
}: Pick<ApiParts, 'own' | 'onRefusedOrigin'>): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const origin = c.req.header('Origin')
    const isAllowed = origin !== undefined && isApiOrigin(c, origin, own)
    const isRefused = origin !== undefined && !isAllowed && !c.var.isAbsent
    if (isRefused) onRefusedOrigin(c.var.project.id, origin)
    if (c.req.method === 'OPTIONS') c.res = new Response(null, { status: 204 })
    else await next()
    const { headers } = c.res
    headers.append('Vary', 'Origin')
    if (!isAllowed) return
    headers.set('Access-Control-Allow-Origin', origin)
    headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS)
    if (c.req.method !== 'OPTIONS') return
    headers.set('Access-Control-Allow-Methods', ALLOWED_METHODS)
    headers.set('Access-Control-Allow-Headers', ALLOWED_HEADERS)
    headers.set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS))
  }
}

/**
 * Logs pages that may not call the API, each once an hour, with the setting that would allow them. The page
 * only learns that it may not.
 */
export function createRefusedOrigins(
  log: { warn(fields: object, text: string): void },
  now: () => number,
) {
  const tellOnce = createTellOnce(now)

  return (projectId: string, origin: string): void =>
    tellOnce(`${projectId} ${origin}`, () => {
      const block = `apiOrigins of project "${projectId}" in ${CONFIG_FILE}`
      const place = projectId === DEFAULT_PROJECT ? `ALCOVE_API_ORIGINS, or to ${block}` : block
      log.warn(
        { projectId },
        `a page of ${quoteForeign(origin)} may not call the API: add it to ${place}; if that is this service's own address, set ALCOVE_PUBLIC_URL to it`,
      )
    })
}
