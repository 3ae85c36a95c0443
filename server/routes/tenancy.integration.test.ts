import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { DESK_ROUTES } from '../desk/desk-routes.ts'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { randomId } from '../../shared/ids.ts'
import {
  createTenancyWorld,
  SECRET_TEXT,
  type Credentials,
  type TenancyWorld,
} from '../testing/create-tenancy-world.ts'
import { requireDeclared } from '../testing/require-declared.ts'
import type { OwnedIds, RouteSample } from '../testing/route-sample.ts'
import { STATIC_ROWS, ROUTE_SAMPLES } from '../testing/route-samples.ts'
import type { Scope } from '../store/store.ts'
import { API_ROUTES } from '../app.ts'
import type { Access, Route } from './route.ts'

type Who = keyof TenancyWorld['headers'] | 'nobody'
interface Cell {
  readonly route: Route
  readonly row: RouteSample
  readonly title: string
}

const ROUTES = API_ROUTES
const CELLS: readonly Cell[] = ROUTES.flatMap((route) => {
  const name = `${route.method} ${route.path}`
  return (ROUTE_SAMPLES[name] ?? []).map((row, index) => ({
    route,
    row,
    title: `${name} (${index})`,
  }))
})

/** Accepted kinds of access by caller: a named user, one whose name no server vouches for, a server. */
const MAY: Readonly<Record<'named' | 'unnamed' | 'server', readonly Access[]>> = {
  named: ['open', 'user', 'named'],
  unnamed: ['open', 'user'],
  server: ['open', 'user', 'named', 'server'],
}
const FORBIDDEN = 403

/** The table: each column's base, and its answer on a route with a row. */
const COLUMNS: Readonly<
  Record<Who, { readonly base?: string; readonly status: (cell: Cell) => number }>
> = {
  nobody: { status: walled(401) },
  expired: { status: walled(401) },
  'expired token of the host': { status: walled(401) },
  forged: { status: walled(FORBIDDEN) },
  'forged token of the host': { status: walled(FORBIDDEN) },
  'another user': { status: foreign('named') },
  'another workspace': { status: foreign('named') },
  anonymous: { status: foreign('unnamed') },
  'browser key': { status: foreign('unnamed') },
  'server key in a browser': { status: walled(FORBIDDEN) },
  'server key in a same-site browser': { status: walled(FORBIDDEN) },
  'revoked key': { status: walled(FORBIDDEN) },
  'another project': { base: '/p/shop', status: foreign('named') },
  'server key of another project': { base: '/p/depot', status: foreign('server') },
  'suspended project': {
    base: '/p/frozen',
    status: ({ route, row }) =>
      route.access === 'open' && !route.path.endsWith('/anonymous') ? row.owner : 404,
  },
  'read-only project': {
    base: '/p/library',
    status: (cell) => (cell.route.writes ? FORBIDDEN : foreign('named')(cell)),
  },
  owner: { status: owned('named') },
  'server key': { status: owned('server') },
}
const STRANGERS = (Object.keys(COLUMNS) as Who[]).filter(
  (who) => who !== 'owner' && who !== 'server key',
)

function walled(status: number) {
  // A token that is not needed is not verified.
  return ({ route, row }: Cell) => (route.access === 'open' ? row.owner : status)
}
function foreign(kind: keyof typeof MAY) {
  return ({ route, row }: Cell) => (MAY[kind].includes(route.access) ? row.foreign : FORBIDDEN)
}
function owned(kind: keyof typeof MAY) {
  return ({ route, row }: Cell) => (MAY[kind].includes(route.access) ? row.owner : FORBIDDEN)
}
/** Ids of the same kinds without a row. */
const createGhosts = ({ fileKey, fileUrl }: OwnedIds): OwnedIds => {
  const key = `file_${randomId(24)}`
  return {
    thread: `thread_${randomId(24)}`,
    threadName: `mine-${randomId(13)}-thread`,
    message: `msg_${randomId(24)}`,
    messageName: `mine-${randomId(13)}-message`,
    lease: `lease_${randomId(24)}`,
    run: `run_${randomId(24)}`,
    score: `score_${randomId(24)}`,
    source: `source_${randomId(24)}`,
    fileKey: key,
    fileUrl: fileUrl.replace(fileKey, key),
    user: randomId(24),
  }
}

/** Removes differences between two equal calls: new ids, tokens and times. */
const withoutNews = (text: string): string =>
  text
    .replaceAll(/(thread|msg|run|score|source|file|usr_anon|rt)_[\w-]+/g, '$1_…')
    .replaceAll(/mine-\w+/g, 'mine-…')
    .replaceAll(/eyJ[\w.-]+/g, '…')
    .replaceAll(/(expires|signature)=[\w-]+/g, '$1=…')

describe.each(ENGINES)('who may see what, on %s', (engine) => {
  let place: StorePlace
  let world: TenancyWorld
  beforeAll(async () => {
    place = await createMigratedPlace(engine, inject('postgresUrl'))
    world = await createTenancyWorld(place)
  })
  afterAll(async () => {
    await world?.close()
    await place.remove()
  })

  async function call({ route, row }: Cell, who: Who, named: OwnedIds) {
    const headers: Credentials = who === 'nobody' ? {} : world.headers[who]
    const path = `${COLUMNS[who].base ?? ''}/v1${row.path?.(named) ?? route.path}`
    const response = await world.request(path, {
      method: route.method,
      headers: { 'Content-Type': 'application/json', ...row.headers, ...headers },
      ...(row.body ? { body: JSON.stringify(row.body(named)) } : {}),
    })
    await requireDeclared(route.method, path, response)
    return { status: response.status, headers: response.headers, text: await readText(response) }
  }

  test('every route has a row and every row a route', () => {
    const mounted = world.app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    const rows = Object.keys(ROUTE_SAMPLES).flatMap((name) =>
      ['/v1', '/p/:project/v1'].map((base) => name.replace(' ', ` ${base}`)),
    )

    // `desk-routes.integration.test.ts` asks all of these as strangers.
    const ofDesk = DESK_ROUTES.map(({ method, path }) => `${method} /desk/api${path}`)
    expect([...new Set(mounted)].toSorted()).toEqual(
      [...rows, ...ofDesk, ...STATIC_ROWS].toSorted(),
    )
  })

  test.each(CELLS)('$title: no stranger gets in, sees or changes anything', async (cell) => {
    const ids = await world.seed()
    const before = await readOwned(world)
    const statuses: Partial<Record<Who, number>> = {}
    const problems: string[] = []
    for (const who of STRANGERS) {
      const { status, headers, text } = await call(cell, who, ids)
      statuses[who] = status
      const seen = [...idsIn(text, ids), ...(text.includes(SECRET_TEXT) ? [SECRET_TEXT] : [])]
      problems.push(...seen.map((what) => `${who} sees ${what}`))
      if (!isPrivate(headers)) problems.push(`what ${who} gets may be kept or shared`)
    }

    expect(problems).toEqual([])
    const expected = STRANGERS.map((who) => [who, COLUMNS[who].status(cell)])
    expect(statuses).toEqual(Object.fromEntries(expected))
    expect(await readOwned(world)).toEqual(before)
  })

  // Both engines check that no stranger gets in.
  const tags = engine === 'postgres' ? ['nightly'] : []
  test.each(CELLS)('$title: what is not yours is what is not there', { tags }, async (cell) => {
    const ids = await world.seed()
    for (const who of ['another user', 'anonymous', 'server key of another project'] as const) {
      if (cell.row.isEmptying) await call(cell, who, ids)
      const notYours = await call(cell, who, ids)
      const notThere = await call(cell, who, createGhosts(ids))

      expect([who, notYours.status]).toEqual([who, notThere.status])
      expect(withoutNews(notYours.text)).toBe(withoutNews(notThere.text))
    }
  })

  test.each(CELLS)(
    '$title: the owner, and the project’s own server, get in',
    { tags },
    async (cell) => {
      const statuses: Record<string, number> = {}
      for (const who of ['owner', 'server key'] as const) {
        statuses[who] = (await call(cell, who, await world.seed())).status
      }

      expect(statuses).toEqual({
        owner: COLUMNS.owner.status(cell),
        'server key': COLUMNS['server key'].status(cell),
      })
    },
  )

  test('the owner sees what the others above did not', async () => {
    const own = await world.seed()
    const cell = CELLS.find(({ title }) => title === 'GET /threads (0)')!

    const { text } = await call(cell, 'owner', own)

    expect(text).toContain(own.thread)
    expect(text).toContain(SECRET_TEXT)
  })

  test('a token of one project opens no other', async () => {
    const cell = CELLS.find(({ title }) => title === 'GET /threads (0)')!
    const { headers } = world
    const status = async (as: Credentials, base: string) =>
      (await world.request(`${base}/v1${cell.route.path}`, { headers: as })).status

    for (const who of ['another project', 'server key of another project'] as const) {
      expect(await status(headers[who], COLUMNS[who].base ?? '')).toBe(200)
      expect(await status(headers[who], '')).toBe(FORBIDDEN)
    }
    expect(await status(headers.owner, '/p/shop')).toBe(FORBIDDEN)
    expect(await status(headers['browser key'], '/p/shop')).toBe(FORBIDDEN)
    expect(await status(headers.owner, '/p/default')).toBe(200)
  })
})

/** All rows in the owner's workspace. */
async function readOwned({ store, owner }: TenancyWorld) {
  const read = () => store.users.export(owner.projectId, owner.userId)
  // An answer that an admitted caller started is written, whoever reads it.
  await expect
    .poll(async () => (await read()).threads.filter(({ isRunning }) => isRunning))
    .toEqual([])
  const { threads, messages, ...rest } = await read()
  const own = threads.filter(({ workspaceId }) => workspaceId === owner.workspaceId)
  const ids = new Set(own.map(({ id }) => id))
  const isOwned = ({ scope }: { scope: Scope }) => scope.workspaceId === owner.workspaceId
  return {
    threads: own,
    messages: messages.filter(({ threadId }) => ids.has(threadId)),
    scores: rest.scores.filter(isOwned),
    reports: rest.reports.filter(isOwned),
    files: rest.files.filter(isOwned),
  }
}

/** The first piece of a stream, which names the rows: the rest comes from a model. */
async function readText(response: Response): Promise<string> {
  const type = response.headers.get('Content-Type') ?? ''
  if (!type.startsWith('text/event-stream') && !response.headers.has('x-vercel-ai-data-stream')) {
    return response.text()
  }
  const reader = response.body!.getReader()
  const { value } = await reader.read()
  await reader.cancel()
  return new TextDecoder().decode(value)
}

/** True if no shared cache on the way may keep the answer. */
function isPrivate(headers: Headers): boolean {
  const isShared = headers.get('Cross-Origin-Resource-Policy') !== 'same-origin'
  const isKept = !/no-store|no-transform/.test(headers.get('Cache-Control') ?? '')
  return !isShared && !isKept && !headers.has('Set-Cookie')
}

/** The owner's ids in a text; the user's own name does not count, since others may have it. */
function idsIn(text: string, ids: OwnedIds): readonly string[] {
  return Object.values({ ...ids, user: ids.thread }).filter((id) => text.includes(id))
}
