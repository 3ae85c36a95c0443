import type { Interrupt } from '../../../../shared/thread/interrupt.ts'

/**
 * Where an account is connected: the operator's page, told what for. An address never comes from
 * the interrupt itself. `undefined` when there is no page, or its address is none of the web's.
 */
export function connectAddress(
  connectUrl: string | undefined,
  { connection, scopes, requiredScopes, authorizationParams }: Interrupt,
  base: string,
): string | undefined {
  if (connectUrl === undefined || !URL.canParse(connectUrl, base)) return undefined
  const url = new URL(connectUrl, base)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  if (connection !== undefined) url.searchParams.set('connection', connection)
  for (const scope of scopes ?? requiredScopes ?? []) url.searchParams.append('scopes', scope)
  for (const [name, value] of Object.entries(authorizationParams ?? {})) {
    const isTaken = url.searchParams.has(name) || name === 'connection' || name === 'scopes'
    const isPlain = typeof value === 'string' || typeof value === 'number'
    if (!isTaken && isPlain) url.searchParams.set(name, String(value))
  }
  return url.href
}
