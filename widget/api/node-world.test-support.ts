import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import type { CloudClientWorld } from './create-cloud-client.ts'
import { createFakeStorage } from './fake-tokens.test-support.ts'
import { createPlainPutFile } from './put-file.ts'

/** The environment of a client outside of a browser, with one visitor's storage. */
export function createNodeWorld(
  base: string,
  storage: KeyValueStorage = createFakeStorage(),
): CloudClientWorld {
  return {
    base,
    fetch: (url, init) => fetch(url, init),
    putFile: createPlainPutFile((url, init) => fetch(url, init)),
    clock: {
      now: () => Date.now(),
      uptime: () => performance.now(),
      after(delayMs, task) {
        const timer = setTimeout(task, delayMs)
        return () => clearTimeout(timer)
      },
    },
    random: () => 0,
    openStorage: () => storage,
  }
}
