import { loadSecret } from '../auth/secret.ts'
import { readSettings, type Environment, type Settings } from '../settings.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

/** What commands work with. Nothing is read or opened before a command asks for it. */
export interface Tool {
  readonly env: Environment
  /** This machine's time, for what no server judges. Milliseconds since 1970. */
  readonly now: () => number
  /** @throws AlcoveError `config_invalid`. */
  readSettings(): Settings
  /** Opens the store, beside a running server if there is one, and closes it afterwards. */
  withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result>
}

export function createTool(env: Environment, now: () => number): Tool {
  const read = () => readSettings(env, loadSecret)
  return {
    env,
    now,
    readSettings: read,
    async withStore(work) {
      const { databaseUrl, dataDir } = read()
      const store = await openStore({ databaseUrl, dataDir, isTool: true })
      try {
        return await work(store)
      } finally {
        await store.close()
      }
    },
  }
}
