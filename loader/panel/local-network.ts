/** Chromium's names for the same prompt, newest first. */
const PERMISSIONS = ['loopback-network', 'local-network', 'local-network-access']

/**
 * Whether the browser keeps this page from addresses of the local network, as the visitor or an administrator decided.
 * False in browsers that do not ask, on pages without the API (http), and on pages within a frame: there the browser
 * answers `denied` as long as the outer page delegates nothing, whatever the visitor decided.
 */
export async function isLocalNetworkRefused(): Promise<boolean> {
  if (window.top !== window) return false
  // No limit: `HANDSHAKE_TIMEOUT_MS` ends the wait for the frame, with or without this answer.
  const states = PERMISSIONS.map(async (name) => {
    const status = await navigator.permissions.query({ name: name as PermissionName })
    return status.state === 'denied'
  })
  const answers = await Promise.allSettled(states)
  return answers.some((answer) => answer.status === 'fulfilled' && answer.value)
}
