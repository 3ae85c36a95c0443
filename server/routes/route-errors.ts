import type { ErrorCode } from '../../shared/errors.ts'
import type { Route } from './route.ts'

const EVERYWHERE = ['not_found', 'rate_limited', 'internal', 'unavailable'] as const
const BEHIND_THE_WALL = [
  'invalid_request',
  'token_missing',
  'token_malformed',
  'token_expired',
  'auth_failed',
  'token_rejected',
  'forbidden',
] as const
const WITH_A_BODY = ['too_large', 'unsupported_media_type', 'call_timeout'] as const

type RouteFacts = Pick<
  Route,
  'access' | 'writes' | 'query' | 'body' | 'mediaTypes' | 'errors' | 'path'
>

/** Every refusal that a route may answer with: its own, and those of the wall and the reader. */
export function errorsOf(route: RouteFacts): readonly ErrorCode[] {
  const hasBody = route.body !== undefined || route.mediaTypes !== undefined
  const hasInput = hasBody || route.query !== undefined || route.path.includes(':')
  const codes: readonly ErrorCode[] = [
    ...EVERYWHERE,
    ...(route.access === 'open' ? [] : BEHIND_THE_WALL),
    ...(route.writes ? (['forbidden'] as const) : []),
    ...(hasInput ? (['invalid_request'] as const) : []),
    ...(hasBody ? WITH_A_BODY : []),
    ...route.errors,
  ]
  return [...new Set(codes)]
}
