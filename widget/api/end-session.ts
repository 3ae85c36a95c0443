import { call, type Fetch } from './call.ts'

/** `navigator.sendBeacon`: returns `false` if the browser did not accept the call. */
export type SendBeacon = (url: string, body: Blob) => boolean

export interface EndSessionSetup {
  /** Origin and path of the project, without `/v1`. */
  readonly base: string
  readonly fetch: Fetch
  /** Absent if the server has another origin. */
  readonly sendBeacon?: SendBeacon | undefined
}

const JSON_TYPE = 'application/json'

/**
 * Ends the session of a refresh token at the server. The call outlives the page, and its outcome is not awaited:
 * without a network the session expires, and other servers of the contract have no such call.
 *
 * The beacon is tried first, because Firefox loses a `keepalive` fetch of a frame whose tab closes.
 */
export function endSession(setup: EndSessionSetup, refreshToken: string): void {
  const { base, fetch, sendBeacon } = setup
  const url = `${base}/v1/auth/tokens/revoke`
  const body = JSON.stringify({ refresh_token: refreshToken })
  if (sendBeacon?.(url, new Blob([body], { type: JSON_TYPE }))) return
  const headers = { 'Content-Type': JSON_TYPE }
  void call(fetch, url, { method: 'POST', headers, body, keepalive: true }).catch(() => {})
}
