import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ENGINES, type StorePlace } from '../../scripts/store-place.ts'
import { createMigratedPlace } from '../testing/migrated-place.ts'
import { createAnonymousIdentity } from '../auth/identity.ts'
import { createTestApp, type TestApp } from '../testing/create-test-app.ts'

const ORIGIN = 'https://chat.test'
const UNKNOWN = 'nobody'
const LOOK = { theme: { accent: '#7c3aed' } } as const
/** Blocks of every kind; the last one is suspended. */
const CONFIG = {
  shop: { hosts: ['https://shop.example'], look: LOOK },
  closed: { anonymous: false, look: LOOK },
  library: { readOnly: true },
  team: { auth: [{ secret: 'x'.repeat(32) }] },
  frozen: {},
} as const
const KNOWN = ['default', ...Object.keys(CONFIG)]

/**
 * Public answers reveal which projects exist (docs/decisions/0010): a visitor's first token, in words that
 * published clients know, and files of a project that pages may embed: the frame's document, also that of a
 * preview, which names these pages, and says in words on any other that its project is wrong; and the loader,
 * which has the project's look.
 */
const TELLING = [
  'POST /p/:project/v1/auth/tokens/anonymous',
  'GET /p/:project/frame',
  'GET /p/:project/preview/:token/frame',
  'GET /p/:project/alcove.js',
]
/** In addition to mounted routes: unknown paths, and methods without a route. */
const OTHERS = [
  'GET /p/:project/v1/nothing',
  'PATCH /p/:project/v1/threads',
  'OPTIONS /p/:project/v1/threads',
  'HEAD /p/:project/v1/threads',
]
const BODIES: Readonly<Record<string, object>> = {
  'POST /p/:project/v1/auth/tokens/refresh': { refresh_token: `rt_${'a'.repeat(43)}` },
  'POST /p/:project/v1/auth/tokens/revoke': { refresh_token: `rt_${'a'.repeat(43)}` },
}

/** Callers without valid credentials. */
const STRANGERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  nobody: {},
  'somebody who names a workspace': { 'Aui-User-Id': 'ada', 'Aui-Workspace-Id': 'ada' },
  'the frame': { Origin: ORIGIN },
  'a page elsewhere': { Origin: 'https://evil.example' },
  'another scheme': { Authorization: 'Basic YTpi' },
  'no token': { Authorization: 'Bearer x' },
  'no JWT': { Authorization: 'Bearer a.b.c' },
  'a key of nobody': { Authorization: `Bearer sk_${'a'.repeat(40)}` },
}

for (const engine of ENGINES) {
  describe(
    `without credentials, on ${engine}`,
    { tags: engine === 'postgres' ? ['nightly'] : [] },
    () => {
      let place: StorePlace
      let world: TestApp
      let ofDefault: string
      beforeAll(async () => {
        place = await createMigratedPlace(engine, inject('postgresUrl'))
        world = await createTestApp({
          place,
          env: { ALCOVE_PUBLIC_URL: ORIGIN },
          config: { projects: CONFIG },
        })
        for (const id of Object.keys(CONFIG)) await world.store.projects.create({ id, name: id })
        await world.store.projects.setSuspended('frozen', true)
        ofDefault = (await world.signIn()).authorization
      })
      afterAll(async () => {
        await world?.close()
        await place.remove()
      })

      const routes = () =>
        world.app.routes
          .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/p/:project'))
          .map(({ method, path }) => `${method} ${path}`)

      async function call(
        route: string,
        project: string,
        headers: Readonly<Record<string, string>>,
      ) {
        const space = route.indexOf(' ')
        const method = route.slice(0, space)
        const path = route.slice(space + 1).replace(':project', project)
        const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(method)
        const response = await world.request(path, {
          method,
          headers: { 'Content-Type': 'application/json', ...headers },
          ...(isRead ? {} : { body: JSON.stringify(BODIES[route] ?? {}) }),
        })
        const kept = [...response.headers].filter(([name]) => !/^(x-request-id|etag)$/.test(name))
        const text = (await response.text()).replaceAll(`/p/${project}`, '/p/…')
        return { status: response.status, headers: Object.fromEntries(kept), text }
      }

      test('every route of a project answers alike, whether it is there or not', async () => {
        const asked = [...routes().filter((route) => !TELLING.includes(route)), ...OTHERS]
        const differing: unknown[] = []
        for (const route of asked) {
          for (const [who, headers] of Object.entries(STRANGERS)) {
            const unknown = await call(route, UNKNOWN, headers)
            for (const project of KNOWN) {
              const known = await call(route, project, headers)
              const isAlike = JSON.stringify(known) === JSON.stringify(unknown)
              if (!isAlike) differing.push({ route, who, project, known, unknown })
            }
          }
        }

        expect(differing.slice(0, 3)).toEqual([])
        expect(asked.length).toBeGreaterThan(40)
      })

      test('those that tell do, and are routes', async () => {
        expect(routes()).toEqual(expect.arrayContaining(TELLING))

        for (const route of TELLING) {
          const [known, unknown] = [await call(route, 'shop', {}), await call(route, UNKNOWN, {})]
          expect([route, known]).not.toEqual([route, unknown])
        }
      })

      test('the files of a project without host pages reveal nothing', async () => {
        for (const route of TELLING.filter((each) => each.startsWith('GET'))) {
          for (const project of ['closed', 'library', 'team', 'frozen']) {
            const [known, unknown] = [
              await call(route, project, {}),
              await call(route, UNKNOWN, {}),
            ]
            expect([route, project, known]).toEqual([route, project, unknown])
          }
        }
      })

      test('a proven caller is told that the project is suspended', async () => {
        const { authorization } = await world.signIn(createAnonymousIdentity('frozen'))
        const headers = { Authorization: authorization }
        const project = { status: 404, text: expect.stringContaining('Project not found') }

        expect(await call('GET /p/:project/v1/threads', 'frozen', headers)).toMatchObject(project)
        expect(
          (await call('GET /p/:project/v1/threads', 'default', { Authorization: ofDefault }))
            .status,
        ).toBe(200)
      })
    },
  )
}
