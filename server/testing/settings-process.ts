import { writeSync } from 'node:fs'
import { createProjects } from '../projects/create-projects.ts'
import { DEFAULT_PROJECT } from '../projects/project.ts'
import { createProjectSettings } from '../projects/settings/project-settings.ts'

import { openStore, type Store } from '../store/store.ts'
import { BARE_ENVIRONMENT } from './bare-environment.ts'
import { createRandom } from './create-random.ts'

/** Acts until the process is killed. */
export interface SettingsOrder {
  readonly dataDir: string
  readonly databaseUrl?: string | undefined
  readonly seed: number
  /** Limit: acts, should nobody kill the process. */
  readonly acts: number
}

export type SettingsActName = 'save' | 'discard' | 'publish' | 'undo'

/** A line that the process prints before an act, and again with `isDone` when it was acknowledged. */
export interface SettingsActLine {
  readonly act: SettingsActName
  /** Greeting that the act saves or makes live; null: there is none. */
  readonly greeting: string | null
  readonly isDone: boolean
}

const OWNER = { mail: 'ada@shop.example', mayOwn: true }

/** A server's settings on a store. Its projects may be read at any time of its own. */
export function createSettingsServer(store: Store, now: () => number) {
  const parts = {
    store,
    configs: { current: new Map() },
    environment: { ...BARE_ENVIRONMENT, providers: {} },
  }
  const projects = createProjects({ ...parts, now })
  return { projects, settings: createProjectSettings({ ...parts, projects }) }
}

/** Saves, discards, publishes and undoes at random, and prints each act before and after it. */
export async function changeSettingsInProcess(order: SettingsOrder): Promise<void> {
  const { seed, acts, ...place } = order
  const store = await openStore({ ...place, isTool: true })
  const { settings } = createSettingsServer(store, Date.now)
  const random = createRandom(seed)
  for (let count = 0; count < acts; count += 1) {
    const { draft, published } = await settings.state(DEFAULT_PROJECT)
    const baseNumber = published?.number ?? null
    const version = { baseNumber, why: `walk ${seed}` }
    const dice = random()
    if (draft && dice < 0.4) {
      const { revision } = draft
      await tell('publish', greetingOf(draft.settings), () =>
        settings.publish(DEFAULT_PROJECT, OWNER, { ...version, revision }),
      )
    } else if (draft && dice < 0.5) {
      await tell('discard', null, () => settings.removeDraft(DEFAULT_PROJECT))
    } else if (published && dice < 0.7) {
      const versions = await settings.listVersions(DEFAULT_PROJECT)
      const { number } = versions[Math.floor(random() * versions.length)]!
      const old = await store.settings.findVersion(DEFAULT_PROJECT, number)
      await tell('undo', greetingOf(old?.settings), () =>
        settings.undo(DEFAULT_PROJECT, OWNER, { ...version, number }),
      )
    } else {
      const greeting = `walk ${seed}, act ${count}`
      const revision = draft?.revision ?? null
      const saved = { look: { startScreen: { greeting } } }
      await tell('save', greeting, () =>
        settings.saveDraft(DEFAULT_PROJECT, OWNER, { revision, settings: saved }),
      )
    }
  }
  await store.close()
}

/** Greeting of settings as {@link changeSettingsInProcess} saves them. */
export const greetingOf = (settings: unknown): string | null =>
  (settings as { look?: { startScreen?: { greeting?: string } } } | undefined)?.look?.startScreen
    ?.greeting ?? null

/** Writes at once, so that a killed process has told all that it did. */
async function tell(act: SettingsActName, greeting: string | null, work: () => Promise<unknown>) {
  const print = (isDone: boolean) =>
    writeSync(1, `${JSON.stringify({ act, greeting, isDone } satisfies SettingsActLine)}\n`)
  print(false)
  await work()
  print(true)
}
