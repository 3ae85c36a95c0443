import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES } from '../../shared/desk/access.ts'
import { createBodyBudget } from '../limits/body-budget.ts'
import { createLimits } from '../limits/limits.ts'
import { LIMIT_DEFAULTS } from '../limits/limit-table.ts'
import { createMemoryCounters } from '../limits/memory-counters.ts'
import type { Project } from '../projects/project.ts'
import type { AppEnv } from '../routes/app-env.ts'
import { createDeskAddress } from '../routes/desk-address.ts'
import { createErrorHandler } from '../routes/handle-error.ts'
import {
  createDeskWorld,
  DESK_CALLERS,
  type DeskCallerName,
  type DeskWorld,
} from '../testing/create-desk-world.ts'
import { createDeskApi } from './desk-api.ts'
import { deskRoute, type DeskParts, type DeskRoute } from './desk-route.ts'
import { DESK_ROUTES } from './desk-routes.ts'

let world: DeskWorld
beforeAll(async () => {
  world = await createDeskWorld()
  await world.store.projects.create({ id: 'closed', name: 'Closed' })
  const { people } = world.store.desk
  for (const name of DESK_CALLERS) {
    if (name === 'anonymous' || name === 'service owner') continue
    const mail = `${name.replace(' ', '.')}@shop.example`
    await people.invite(mail, { projectId: 'closed', role: 'owner' })
  }
  await world.store.projects.setSuspended('closed', true)
})
afterAll(() => world.close())

/** The checks of real routes, before handlers that tell that they were reached. */
function createProbes(routes: readonly DeskRoute[]) {
  const { store, desk: signIns, clock } = world
  const parts = {
    store,
    signIns,
    projects: {
      find: async (id: string) => {
        const row = await store.projects.find(id)
        return row?.suspendedAt === null ? ({ id } as Project) : undefined
      },
    },
    limits: createLimits({
      tableOf: () => ({ ...LIMIT_DEFAULTS, rates: 'off' }),
      counters: createMemoryCounters(() => clock.ms),
    }),
    bodies: createBodyBudget(),
    trustedProxies: 0,
    onUnreadableAddress: () => {},
    now: () => clock.ms,
  } as unknown as DeskParts
  const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
  const findDesk = createDeskAddress({ deskUrl: undefined, publicUrl: undefined, ownOrigins: [] })
  return new Hono<AppEnv>()
    .onError(createErrorHandler(quiet))
    .route('/desk/api', createDeskApi(routes, parts, findDesk))
}

const PROJECTS = ['shop', 'none', 'closed', '_'] as const

/** Status of a cell by what the route declares. */
function expected(
  { needs, path, spansProjects }: DeskRoute,
  caller: DeskCallerName,
  project: (typeof PROJECTS)[number],
): number {
  if (needs === 'open') return 200
  if (caller === 'anonymous') return 401
  const isService = caller === 'service owner'
  if (path.includes(':project')) {
    const seesAll = isService && spansProjects
    const isThere = project === '_' ? seesAll : project === 'shop' && caller !== 'other owner'
    if (!isThere) return 404
  }
  if (isService || needs === 'signed-in') return 200
  if (needs === 'service-owner') return 403
  return ROLES.indexOf(caller as (typeof ROLES)[number]) >= ROLES.indexOf(needs) ? 200 : 403
}

test('each route answers each caller in each project as it declares', async () => {
  const reached = DESK_ROUTES.map((route) => ({
    ...route,
    handle: () => Promise.resolve(new Response('reached')),
  }))
  const app = createProbes(reached)
  const wrong: string[] = []
  const statuses = new Set<number>()

  for (const route of reached) {
    for (const project of route.path.includes(':project') ? PROJECTS : (['shop'] as const)) {
      for (const caller of DESK_CALLERS) {
        const path = route.path.replace(':project', project).replaceAll(/:\w+/g, 'x')
        const { status } = await app.request(`http://localhost/desk/api${path}`, {
          method: route.method,
          headers: {
            Cookie: world.cookieOf(caller),
            ...(route.method === 'GET' ? {} : { Origin: 'http://localhost' }),
          },
        })
        statuses.add(status)
        const should = expected(route, caller, project)
        const cell = `${route.method} ${route.path} in ${project} by ${caller}`
        if (status !== should) wrong.push(`${cell}: ${status} instead of ${should}`)
      }
    }
  }

  expect(wrong).toEqual([])
  expect(statuses).toEqual(new Set([200, 401, 403, 404]))
})

test('each change by a person has a name in the audit log', () => {
  const unnamed = DESK_ROUTES.filter(
    ({ method, needs, act }) => method !== 'GET' && needs !== 'open' && act === undefined,
  )
  expect(unnamed.map(({ path }) => path)).toEqual([])
})

test('another project answers as one that does not exist, whatever is asked', async () => {
  for (const { path, method } of DESK_ROUTES.filter((route) => route.path.includes(':project'))) {
    const ask = async (project: string) => {
      const address = path.replace(':project', project).replaceAll(/:\w+/g, 'x')
      const answer = await world.call('editor', address, { method })
      return { status: answer.status, body: await answer.text() }
    }
    const foreign = await ask('other')
    expect(foreign.status).toBe(404)
    expect(foreign).toEqual(await ask('none'))
  }
})

test('a change that succeeds leaves a row in the log, a refused one none', async () => {
  const change = (status: 204 | 400, act: string) =>
    deskRoute({
      method: 'POST',
      path: `/projects/:project/${act}`,
      summary: 'Change',
      needs: 'editor',
      answers: { 204: undefined },
      act,
      handle: (c) => c.body(null, status as 204),
    })
  const app = createProbes([change(204, 'done'), change(400, 'refused')])
  for (const act of ['done', 'refused']) {
    await app.request(`http://localhost/desk/api/projects/shop/${act}`, {
      method: 'POST',
      headers: { Cookie: world.cookieOf('editor'), Origin: 'http://localhost' },
    })
  }
  const acts = await world.store.desk.audit.list({ projectId: 'shop', limit: 50 })
  expect(acts.map(({ act }) => act)).toContain('done')
  expect(acts.map(({ act }) => act)).not.toContain('refused')
  expect(acts[0]).toMatchObject({ mail: 'editor@shop.example', projectId: 'shop', target: null })
})

describe('a call that no page of the desk made', () => {
  const invite = (headers: Record<string, string>) =>
    world.call('service owner', '/projects/shop/people', {
      method: 'POST',
      body: { mail: 'eve@evil.example', role: 'owner' },
      headers,
    })

  test.each([
    ['of another origin', { Origin: 'https://evil.example' }],
    ['of another port', { Origin: 'http://localhost:3000' }],
    ['of no origin', { Origin: 'null' }],
    ['of another site', { 'Sec-Fetch-Site': 'cross-site' }],
    ['of a neighbour', { 'Sec-Fetch-Site': 'same-site' }],
  ] as const)('%s changes nothing', async (_, headers) => {
    const answer = await invite(headers)
    expect(answer.status).toBe(403)
    expect(await world.store.desk.people.findByMail('eve@evil.example')).toBeUndefined()
  })

  test('without an Origin changes nothing', async () => {
    const answer = await world.request('http://localhost/desk/api/projects/shop/people', {
      method: 'POST',
      headers: {
        Cookie: world.cookieOf('service owner'),
        'Content-Type': 'application/json',
      },
      body: JSON.stringify({ mail: 'eve@evil.example', role: 'owner' }),
    })
    expect(answer.status).toBe(403)
    expect(await world.store.desk.people.findByMail('eve@evil.example')).toBeUndefined()
  })

  test.each(['cross-site', 'same-site'])('and that comes from %s reads nothing', async (site) => {
    const read = (value: string) =>
      world.call('reader', '/session', { headers: { 'Sec-Fetch-Site': value } })
    expect((await read(site)).status).toBe(403)
    expect((await read('same-origin')).status).toBe(200)
  })

  test('the same call of the desk’s page works', async () => {
    expect((await invite({ 'Sec-Fetch-Site': 'same-origin' })).status).toBe(200)
    expect(await world.store.desk.people.findByMail('eve@evil.example')).toBeDefined()
  })
})

test('answers are kept by no cache and stand in no frame; unknown paths and methods are refused', async () => {
  const { headers } = await world.call('reader', '/session')
  expect(headers.get('Cache-Control')).toBe('no-store')
  expect(headers.get('X-Frame-Options')).toBe('DENY')
  expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
  expect((await world.call('reader', '/nothing')).status).toBe(404)
  expect((await world.call('reader', '/session', { method: 'PUT' })).status).toBe(405)
})

test('the cookie opens no other call', async () => {
  const cookie = { Cookie: world.cookieOf('service owner') }
  for (const path of ['/v1/threads', '/p/shop/v1/threads', '/p/shop/v1/projects/threads']) {
    expect((await world.request(path, { headers: cookie })).status).toBe(401)
  }
  const frame = await world.request('/frame', { headers: cookie })
  expect(frame.headers.get('Set-Cookie')).toBeNull()
  expect(await frame.text()).toBe(await (await world.request('/frame')).text())
})
