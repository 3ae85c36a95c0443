import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AlcoveError } from '../../shared/errors.ts'
import { nearestName } from '../../shared/nearest-name.ts'
import { PROGRAM } from '../../shared/program.ts'
import { shownOrigin } from '../../shared/shown-origin.ts'
import { loadSecret } from '../auth/secret.ts'
import { createProgress, type Progress, type ProgressScreen } from './progress.ts'
import { type Environment, readSettings, type Settings } from '../settings.ts'
import { DATABASE_FILE } from '../store/dialect-sqlite.ts'
import { findAddresses, type ServerAddresses } from '../store/server-addresses.ts'
import { openStore, type Store } from '../store/store.ts'

/** Dependencies of commands. Nothing is read or opened before a command needs it. */
export interface Tool {
  readonly env: Environment
  /** This machine's time, for values that no server checks. Milliseconds since 1970. */
  readonly now: () => number
  /** @throws AlcoveError `config_invalid`. */
  readSettings(): Settings
  /** Opens the store, also while a server runs, and closes it afterwards. */
  withStore<Result>(work: (store: Store) => Promise<Result>): Promise<Result>
  /**
   * As `withStore`, for work in one project.
   *
   * @throws AlcoveError `not_found`.
   */
  withProject<Result>(id: string, work: (store: Store) => Promise<Result>): Promise<Result>
  /**
   * Addresses by the settings, else of the server that runs on the data folder. Called while the store is open,
   * or after it was.
   */
  findAddresses(): ServerAddresses
  /** Shows how far long work is. */
  readonly progress: Progress
  /** Tells of trouble that does not end the command. */
  warn(text: string): void
}

/** @param screen gets the progress of long work. */
export function createTool(
  env: Environment,
  now: () => number,
  screen: ProgressScreen = process.stderr,
): Tool {
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
    findAddresses() {
      const { publicUrl, deskUrl, databaseUrl, dataDir, host, port } = read()
      const running = databaseUrl === undefined ? findAddresses(dataDir) : undefined
      const service = publicUrl ?? running?.service ?? shownOrigin(host, port)
      return { service, desk: deskUrl ?? publicUrl ?? running?.desk ?? service }
    },
    progress: createProgress(screen),
    warn: (text) => void screen.write(`${text}\n`),
    withStore,
    withProject: (id, work) =>
      withStore(async (store) => {
        await requireProject(store, id)
        return work(store)
      }),
  }
}

/** @throws AlcoveError `not_found`, with the most similar name. */
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

/** Otherwise a wrong setting would create an empty database, and use it. */
export function requireDatabase({ databaseUrl, dataDir }: Settings) {
  if (databaseUrl !== undefined || existsSync(join(dataDir, DATABASE_FILE))) return
  throw new AlcoveError('not_found', `There is no database in ${dataDir}.`, {
    hint: 'Check ALCOVE_DATA_DIR, or set DATABASE_URL.',
  })
}
