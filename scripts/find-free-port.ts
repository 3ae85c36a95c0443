import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections, any of which may be taken a moment later. */
const FIRST_PORT = 16_384
const END_PORT = 32_768
const TRIES_MAX = 100

/** Returns a local port without a listener. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const port = randomInt(FIRST_PORT, END_PORT)
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${FIRST_PORT} to ${END_PORT - 1} was free in ${TRIES_MAX} tries.`)
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  try {
    await once(probe.listen(port, '127.0.0.1'), 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
