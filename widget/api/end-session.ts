import { call, type Fetch } from './call.ts'

/**
 * Whoever a refresh token names signs out at the server. Nobody waits for the call, which outlives the page,
 * and what it comes to is silence: without a network the session ends by itself, and other servers of the
 * contract have no such call.
 *
 * @param base origin and path of the project, without `/v1`.
 */
export function endSession(base: string, fetch: Fetch, refreshToken: string): void {
  void call(fetch, `${base}/v1/auth/tokens/revoke`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ refresh_token: refreshToken }),
    keepalive: true,
  }).catch(() => {})
}
