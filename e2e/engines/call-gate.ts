import type { IncomingMessage } from 'node:http'
import { startServiceProxy, type ServiceProxy } from './service-proxy.ts'

/** A proxy in front of the service that drops calls, like a network when the tab closes too early. */
export interface CallGate extends ServiceProxy {
  /** Calls since the gate was opened: method, path and status. */
  readonly passed: readonly string[]
  /** Dropped calls. */
  readonly swallowed: readonly string[]
  /** Forwards every call from now on. */
  open(): void
}

const nameOf = ({ method, url = '' }: IncomingMessage): string => `${method} ${url.split('?')[0]}`

/** @param held names of calls (`POST /v1/…`) that are dropped until the gate is opened. */
export async function startCallGate(servicePort: number, held: RegExp): Promise<CallGate> {
  const passed: string[] = []
  const swallowed: string[] = []
  let isOpen = false
  const proxy = await startServiceProxy(servicePort, {
    pass(request) {
      const isPassing = isOpen || !held.test(nameOf(request))
      if (!isPassing) swallowed.push(nameOf(request))
      return isPassing
    },
    onAnswer(request, status) {
      if (held.test(nameOf(request))) passed.push(`${nameOf(request)} ${status}`)
    },
  })
  return { ...proxy, passed, swallowed, open: () => void (isOpen = true) }
}
