import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../../../scripts/store-place.ts'
import { openStore, type Store } from '../../store/store.ts'
import { createRandom } from '../../testing/create-random.ts'
import {
  createSettingsServer,
  greetingOf,
  type SettingsActLine,
  type SettingsOrder,
} from '../../testing/settings-process.ts'
import { withStore } from '../../testing/with-store.ts'
import { PROJECT_CACHE_MS } from '../create-projects.ts'
import { DEFAULT_PROJECT } from '../project.ts'

const IS_LONG = process.env['ALCOVE_TEST_LONG'] === '1'
const WALKS = IS_LONG ? 1_000 : 2
const SERVERS = 3
/** A kill comes during or after any of these acts. */
const ACTS_MAX = 8
/** Part of a millisecond to several, so that a kill falls before, in and after a transaction. */
const KILL_DELAY_MS = 6
const PROCESS = new URL('../../testing/settings-process.ts', import.meta.url).href

/** The store as a walk left it. */
interface Left {
  readonly published: string | null
  readonly draft: string | null
}

/** The state after an act. */
function walkOn(before: Left, { act, greeting }: SettingsActLine): Left {
  switch (act) {
    case 'save':
      return { ...before, draft: greeting }
    case 'discard':
      return { ...before, draft: null }
    case 'publish':
      return { published: greeting, draft: null }
    case 'undo':
      return { ...before, published: greeting }
    default:
      return act satisfies never
  }
}

describe.each(ENGINES)('settings on %s', (engine) => {
  const { store, place } = withStore(engine)
  const others: Store[] = []
  let laterMs = 0
  beforeAll(async () => {
    for (let count = 1; count < SERVERS; count += 1) {
      others.push(await openStore({ ...place, isTool: true }))
    }
    await mkdir(place.dataDir, { recursive: true })
  })
  afterAll(() => Promise.all(others.map((each) => each.close())))

  /** Acts in a process of its own, which is killed. Returns what it told. */
  async function walk(seed: number): Promise<readonly SettingsActLine[]> {
    const random = createRandom(seed)
    const order: SettingsOrder = {
      dataDir: place.dataDir,
      databaseUrl: place.databaseUrl,
      seed,
      // More than the kill lets it do.
      acts: 100 * ACTS_MAX,
    }
    const script = join(place.dataDir, 'walk.mjs')
    await writeFile(
      script,
      `import { changeSettingsInProcess } from ${JSON.stringify(PROCESS)}
      await changeSettingsInProcess(${JSON.stringify(order)})`,
    )
    const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const closed = once(child, 'close')
    const last = 1 + Math.floor(random() * 2 * ACTS_MAX)
    const delayMs = random() * KILL_DELAY_MS
    const lines: SettingsActLine[] = []
    createInterface(child.stdout).on('line', (line) => {
      lines.push(JSON.parse(line) as SettingsActLine)
      if (lines.length === last) setTimeout(() => child.kill('SIGKILL'), delayMs)
    })
    expect(await closed).toEqual([null, 'SIGKILL'])
    return lines
  }

  async function readLeft(): Promise<Left> {
    const number = (await store.projects.find(DEFAULT_PROJECT))?.publishedNumber ?? null
    const version =
      number === null ? undefined : await store.settings.findVersion(DEFAULT_PROJECT, number)
    // A published number without its version would be live as nothing.
    expect(version === undefined).toBe(number === null)
    const draft = await store.settings.findDraft(DEFAULT_PROJECT)
    return { published: greetingOf(version?.settings), draft: greetingOf(draft?.settings) }
  }

  test(
    `${WALKS} random walks of save, discard, publish and undo, each ended by kill -9: all ${SERVERS} servers follow the one published version`,
    { timeout: WALKS * 60_000 },
    async () => {
      const servers = [store, ...others].map((each) =>
        createSettingsServer(each, () => Date.now() + laterMs),
      )
      const readLive = () =>
        Promise.all(
          servers.map(async ({ projects }) => greetingOf(await projects.find(DEFAULT_PROJECT))),
        )
      let before: Left = { published: null, draft: null }
      let [acts, cut, taken] = [0, 0, 0]
      for (let seed = 1; seed <= WALKS; seed += 1) {
        const known = before.published
        expect(await readLive()).toEqual(servers.map(() => known))
        const lines = await walk(seed)

        const told = lines.filter(({ isDone }) => isDone)
        const acknowledged = told.reduce(walkOn, before)
        const last = lines.at(-1)
        const open = last?.isDone === false ? walkOn(acknowledged, last) : acknowledged
        const left = await readLeft()
        // The kill leaves each acknowledged act, and the one that it met as a whole or not at all.
        expect([acknowledged, open]).toContainEqual(left)
        laterMs += PROJECT_CACHE_MS + 1
        expect(await readLive()).toEqual(servers.map(() => left.published))
        acts += told.length
        if (last?.isDone === false) cut += 1
        if (last?.isDone === false && JSON.stringify(left) === JSON.stringify(open)) taken += 1
        before = left
      }
      expect(acts).toBeGreaterThan(0)
      console.log(
        `figure: ${WALKS} walks with kill -9 on ${engine}: ${acts} acts acknowledged and kept, ${cut} met by the kill, of which ${taken} had taken place`,
      )
    },
  )
})
