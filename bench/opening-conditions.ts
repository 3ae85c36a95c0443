import type { Page } from '@playwright/test'

/** Speed of processor and network. */
export interface Conditions {
  readonly name: string
  /** CPU slowdown. */
  readonly slowness: number
  readonly isSlowNetwork: boolean
}

export const CONDITIONS: readonly Conditions[] = [
  { name: '1 x', slowness: 1, isSlowNetwork: false },
  { name: '4 x', slowness: 4, isSlowNetwork: false },
  { name: '1 x, slow 4G', slowness: 1, isSlowNetwork: true },
  { name: '4 x, slow 4G', slowness: 4, isSlowNetwork: true },
]

/** "Slow 4G" of Chromium's developer tools. */
const SLOW_4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: 180_000,
  uploadThroughput: 84_375,
} as const

/**
 * Slows a page down, and each frame of it from its first moment on: a frame of another site has a process of its own,
 * which waits until it is slow.
 */
export async function slowDown(page: Page, { slowness, isSlowNetwork }: Conditions): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  if (isSlowNetwork) await session.send('Network.emulateNetworkConditions', SLOW_4G)
  let id = 0
  session.on('Target.attachedToTarget', ({ sessionId }) => {
    const tell = (method: string, params: object = {}) => {
      id += 1
      const message = JSON.stringify({ id, method, params })
      // The frame may be gone.
      session.send('Target.sendMessageToTarget', { sessionId, message }).catch(() => {})
    }
    tell('Emulation.setCPUThrottlingRate', { rate: slowness })
    if (isSlowNetwork) tell('Network.emulateNetworkConditions', SLOW_4G)
    tell('Runtime.runIfWaitingForDebugger')
  })
  await session.send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: false,
  })
}
