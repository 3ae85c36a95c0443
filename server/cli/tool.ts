import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AlcoveError } from '../../shared/errors.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { loadSecret } from '../auth/secret.ts'
import { type Environment, readSettings, type Settings } from '../settings.ts'
import { DATABASE_FILE } from '../store/dialect-sqlite.ts'
import { openStore, type Store } from '../store/store.ts'

/** How an operator calls it. */
export const PROGRAM = 'npm run alcove --'

/** What commands work with. Nothing is read or opened before a command asks for it. */
export interface Tool {
  readonly env: Environment
  /** This machine's time, for what no server judges. Milliseconds since 1970. */
  readonly now: () => number
  /** @throws AlcoveError `config_invalid`. */
  readSettings(): Settings
  /** Opens the store, beside a running server if there is one, and closes it afterwards. */
  withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result>
  /**
   * As `withStore`, for work in one project.
   *
   * @throws AlcoveError `not_found`.
   */
  withProject<Result>(id: string, work: (store: Store) => Promise<Result>): Promise<Result>
}

export function createTool(env: Environment, now: () => number): Tool {
  const read = () => readSettings(env, loadSecret)
  async function withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result> {
    const { databaseUrl, databaseConnections, dataDir } = read()
    const store = await openStore({ databaseUrl, databaseConnections, dataDir, isTool: true })
    try {
      return await work(store)
    } finally {
      await store.close()
    }
  }

  return {
    env,
    now,
    readSettings: read,
    withStore,
    withProject: (id, work) =>
      withStore(async (store) => {
        await requireProject(store, id)
        return work(store)
      }),
  }
}

/** @throws AlcoveError `not_found`, with the name that was meant perhaps. */
async function requireProject(store: Store, id: string): Promise<void> {
  if (await store.projects.find(id)) return
  const ids = (await store.projects.list()).map((row) => row.id)
  const nearest = nearestName(id, ids)
  const hint =
    nearest === undefined
      ? `All are listed by ${PROGRAM} project list.`
      : `Did you mean "${nearest}"?`
  throw new AlcoveError('not_found', `There is no project "${id}".`, { hint })
}

/** A wrong setting must not make an empty database, and take that for the one that was meant. */
export function requireDatabase({ databaseUrl, dataDir }: Settings) {
  if (databaseUrl !== undefined || existsSync(join(dataDir, DATABASE_FILE))) return
  throw new AlcoveError('not_found', `There is no database in ${dataDir}.`, {
    hint: 'Check ALCOVE_DATA_DIR, or set DATABASE_URL.',
  })
}
