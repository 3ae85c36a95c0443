import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startAlcove, type AlcoveServer } from '../../e2e/alcove-server.ts'
import { createHostToken } from '../../e2e/host-token.ts'
import { createStorePlace } from '../../scripts/store-place.ts'
import type { SeedOwner } from '../store-seed.ts'
import { openBulk, type Bulk } from '../store-bulk.ts'
import { deskOrigin, signInAtDesk, type DeskHeaders } from '../desk/sign-in-at-desk.ts'
import { seedActs, seedDeskRows, seedPrompt } from './desk-seed.ts'
import { waitUntilIndexed } from './wait-until-indexed.ts'
import { HOSTILE_CONTENTS, HOSTILE_LONG_TEXTS, V5_CONTENT } from './hostile-contents.ts'
import type { HoldScale } from './hold-scale.ts'
import { seedThread, type SeededThread } from './hold-seed.ts'

const HOST_SECRET = 'a secret of the bench, 32 bytes or more'
const SEEDED_TIMEOUT_MS = 600_000
const ROWS_OF_PAGE = 8
const SHORT = { role: 'user', content: [{ type: 'text', text: 'One more question.' }] }

export interface Visitor {
  readonly accessToken: string
  readonly refreshToken: string
  readonly owner: SeedOwner
}

/** Rows for the calls. Rows that a call removes exist once per run. */
export interface HoldSeeds {
  /** Each content by its name, in as many rows as a page holds. */
  readonly pages: ReadonlyMap<string, SeededThread>
  readonly long: SeededThread
  /** Thread of {@link WRITER}, who has quota for more. */
  readonly written: SeededThread
  readonly removable: readonly SeededThread[]
  readonly removableMessages: readonly SeededThread[]
  readonly removableLarge: readonly SeededThread[]
  readonly claimable: readonly Visitor[]
  readonly erasable: readonly string[]
  /** Threads that the desk removes. */
  readonly deskRemovable: readonly SeededThread[]
  /** A thread of each person whom the desk erases. */
  readonly deskErasable: readonly string[]
}

export interface HoldWorld {
  readonly server: AlcoveServer
  readonly origin: string
  readonly port: number
  /** Environment of the command line for the server's data. */
  readonly env: Readonly<Record<string, string>>
  /** Headers of an owner of the service at the desk. */
  readonly desk: DeskHeaders
  readonly runs: number
  readonly seeds: HoldSeeds
  /** Headers of the user who owns the seeds. */
  readonly asUser: Readonly<Record<string, string>>
  /** Headers of the project's own server. */
  readonly asServer: Readonly<Record<string, string>>
  asNamed(user: string): Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** The user whose messages are searched for a hostile text. */
export const searcher = (name: string): string => `search-${name.replaceAll(' ', '-')}`

/** Starts the real server with its default quotas, on an embedded database with hostile rows. */
export async function startHoldWorld(scale: HoldScale): Promise<HoldWorld> {
  const place = await createStorePlace('sqlite', '')
  const start = () =>
    startAlcove({
      env: { ALCOVE_HOST_SECRET: HOST_SECRET },
      dataDir: place.dataDir,
      readyTimeoutMs: SEEDED_TIMEOUT_MS,
    })
  const empty = await start()
  const claimable: Visitor[] = []
  for (let run = 0; run < scale.runs; run += 1) claimable.push(await createVisitor(empty.port))
  const env = { ALCOVE_DATA_DIR: place.dataDir }
  // Before the seeds: while a server indexes them, the command line may wait too long for its turn to write.
  const signedIn = await signInAtDesk({ port: empty.port, env })
  await empty.stop()
  const key = await createKey(place.dataDir)
  const bulk = await openBulk(place)
  const seeds = { ...(await seedAll(bulk, scale, claimable)), claimable }
  await bulk.finish()
  await bulk.close()
  const server = await start()
  const { port } = server
  const desk = { ...signedIn, Origin: deskOrigin(port) }
  await waitUntilIndexed(port, desk)
  const asNamed = (user: string) => ({
    Authorization: `Bearer ${createHostToken(user, HOST_SECRET)}`,
  })
  return {
    server,
    origin: `http://127.0.0.1:${port}`,
    port,
    env,
    desk,
    runs: scale.runs,
    seeds,
    asUser: asNamed(USER),
    asServer: { Authorization: `Bearer ${key}` },
    asNamed,
    async stop() {
      await server.stop()
      await place.remove()
    },
  }
}

const USER = 'mallory'
/** A user with free quota; Mallory's messages use all of hers. */
export const WRITER = 'trudy'
const ownerOf = (userId: string): SeedOwner => ({
  projectId: 'default',
  workspaceId: userId,
  userId,
})

async function seedAll(bulk: Bulk, scale: HoldScale, claimable: readonly Visitor[]) {
  const { runs, longThread, largeMessages } = scale
  const owner = ownerOf(USER)
  const pages = new Map<string, SeededThread>()
  for (const [name, content] of Object.entries(HOSTILE_CONTENTS)) {
    const contents = Array.from({ length: Math.min(ROWS_OF_PAGE, largeMessages) }, () => content)
    pages.set(name, await seedThread(bulk, { owner, contents }))
  }
  const v5 = { owner, format: 'ai-sdk/v5', contents: Array.from({ length: 8 }, () => V5_CONTENT) }
  pages.set('rows to convert', await seedThread(bulk, v5))
  for (const [name, text] of Object.entries(HOSTILE_LONG_TEXTS)) {
    const contents = [{ role: 'user', content: [{ type: 'text', text }] }]
    for (let index = 0; index < largeMessages; index += 1) {
      await seedThread(bulk, { owner: ownerOf(searcher(name)), contents })
    }
  }
  const short = Array.from({ length: longThread }, () => SHORT)
  const large = Array.from({ length: largeMessages }, () => HOSTILE_CONTENTS['different words']!)
  const each = async (contents: readonly object[]) => {
    const threads: SeededThread[] = []
    for (let run = 0; run < runs; run += 1)
      threads.push(await seedThread(bulk, { owner, contents }))
    return threads
  }
  // The project's own server erases half of them; the others erase themselves.
  const erasable = Array.from({ length: 2 * runs }, (_, run) => `erased-${run}`)
  const erasedAtDesk = Array.from({ length: runs }, (_, run) => `erased-at-desk-${run}`)
  const deskErasable: string[] = []
  for (const many of erasedAtDesk.map(ownerOf)) {
    for (let index = 0; index < 100; index += 1) {
      const contents = short.slice(0, longThread / 100)
      const thread = await seedThread(bulk, { owner: many, contents })
      if (index === 0) deskErasable.push(thread.id)
    }
  }
  for (const many of [...claimable.map((visitor) => visitor.owner), ...erasable.map(ownerOf)]) {
    for (let index = 0; index < 100; index += 1) {
      await seedThread(bulk, { owner: many, contents: short.slice(0, longThread / 100) })
    }
  }
  const long = await seedThread(bulk, { owner, contents: short })
  const deskRemovable = await each(short)
  for (const thread of [long, ...deskRemovable]) await seedDeskRows(bulk, owner, thread)
  await seedPrompt(bulk, owner.projectId, long.id, long.messageIds[0]!)
  await seedActs(bulk, owner.projectId)
  return {
    pages,
    written: await seedThread(bulk, { owner: ownerOf(WRITER), contents: short.slice(0, 5) }),
    long,
    deskRemovable,
    deskErasable,
    removable: await each(short),
    removableMessages: await each(short),
    removableLarge: await each(large),
    erasable,
  }
}

async function createVisitor(port: number): Promise<Visitor> {
  const url = `http://127.0.0.1:${port}/v1/auth/tokens/anonymous`
  const minted = (await (await fetch(url, { method: 'POST' })).json()) as {
    readonly access_token: string
    readonly refresh_token: { readonly token: string }
  }
  const payload = minted.access_token.split('.')[1] ?? ''
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
    readonly project_id: string
    readonly workspace_id: string
    readonly sub: string
  }
  return {
    accessToken: minted.access_token,
    refreshToken: minted.refresh_token.token,
    owner: {
      projectId: claims.project_id,
      workspaceId: claims.workspace_id,
      userId: claims.sub,
    },
  }
}

async function createKey(dataDir: string): Promise<string> {
  const args = ['server/cli/main.ts', 'key', 'create', '--project', 'default', '--scope', 'server']
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--json'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ALCOVE_DATA_DIR: dataDir,
    },
  })
  return (JSON.parse(stdout) as { readonly key: string }).key
}
