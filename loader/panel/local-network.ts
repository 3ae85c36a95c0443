/** Chromium's names for the same prompt, newest first. */
const PERMISSIONS = ['loopback-network', 'local-network', 'local-network-access']

/**
 * Whether the browser blocks the local network for this page, by a choice of the visitor or an administrator.
 * False in browsers without a prompt, and on pages without the API (http).
 */
export async function isLocalNetworkRefused(): Promise<boolean> {
  // No limit: `HANDSHAKE_TIMEOUT_MS` ends the wait for the frame, with or without this answer.
  const states = PERMISSIONS.map(async (name) => {
    const status = await navigator.permissions.query({ name: name as PermissionName })
    return status.state === 'denied'
  })
  const answers = await Promise.allSettled(states)
  return answers.some((answer) => answer.status === 'fulfilled' && answer.value)
}
