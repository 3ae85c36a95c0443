import { toJsonSchema } from '@valibot/to-json-schema'
import { EXPORT_FORMATS } from '../../shared/desk/conversations.ts'
import type { DeskRoute } from '../../server/desk/desk-route.ts'
import { DESK_ROUTES } from '../../server/desk/desk-routes.ts'
import { deskOrigin, signInAtDesk } from '../desk/sign-in-at-desk.ts'
import { yearQuery } from '../desk/year-query.ts'
import { BODIES, fieldBodies, LONG_NAME } from './derived-calls.ts'
import type { HoldWorld } from './hold-world.ts'
import type { HostileCall, HostileRequest } from './hostile-call.ts'

/** Name of a route among the hostile calls. */
export const deskRouteName = ({ method, path }: Pick<DeskRoute, 'method' | 'path'>): string =>
  `${method} /desk/api${path}`

const SIGN_OUT = 'DELETE /desk/api/session'
const YEAR = new URLSearchParams(yearQuery()).toString()

/** Queries for as much as a route gives. */
const QUERIES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/projects/:project/home': { 'a year': YEAR },
  '/projects/:project/quality': { 'a year': YEAR },
  '/projects/:project/usage': { 'a year': YEAR, 'a year by model': `${YEAR}&by=model` },
  '/projects/:project/usage.csv': { 'a year': YEAR },
  '/projects/:project/conversations': {
    'a large page': 'limit=100',
    'a frequent word': 'limit=100&words=w',
    'many words': `limit=100&words=${encodeURIComponent('w1 a '.repeat(400))}`,
    'kana that expand': `limit=100&words=${encodeURIComponent('ガパ')}`,
    'a long filter': `limit=100&tool=${'a'.repeat(3_000)}&page=${'b'.repeat(3_000)}`,
    'a filter and words': 'limit=100&tool=1&words=z',
  },
  '/projects/:project/export': Object.fromEntries(
    EXPORT_FORMATS.flatMap((format) => [
      [`all as ${format}`, `format=${format}&unmasked=true`],
      [`all as ${format}, masked`, `format=${format}`],
    ]),
  ),
  '/projects/:project/audit': { 'a page': '' },
}

/** Hostile calls for every route of the desk, so that a new one is measured without a change here. */
export function createDeskCalls(world: HoldWorld): readonly HostileCall[] {
  return [...DESK_ROUTES.flatMap((route) => callsOf(world, route)), ...otherCalls(world)]
}

/** A request as the desk's page makes it. */
const requestOf = (
  { port, desk }: Pick<HoldWorld, 'port' | 'desk'>,
  path: string,
  body?: string,
): HostileRequest => ({
  path: `${deskOrigin(port)}/desk/api${path}`,
  headers: { ...desk, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
  ...(body === undefined ? {} : { body }),
})

const placeOf = (path: string): string =>
  path.replace(':project', 'default').replaceAll(/:\w+/g, LONG_NAME)

function callsOf(world: HoldWorld, route: DeskRoute): readonly HostileCall[] {
  const name = deskRouteName(route)
  if (name === SIGN_OUT) return []
  const schema = route.body && toJsonSchema(route.body, { errorMode: 'ignore', typeMode: 'input' })
  const bodies = schema ? { ...BODIES, ...fieldBodies({ schema: { ...schema } }) } : {}
  return [
    ...Object.entries(bodies).map(([kind, body]): HostileCall => ({
      route: name,
      name: kind,
      request: () => requestOf(world, placeOf(route.path), body()),
    })),
    ...(schema
      ? []
      : [{ route: name, name: 'long names', request: () => longNames(world, route) }]),
    ...Object.entries(QUERIES[route.path] ?? {}).map(([kind, query]): HostileCall => ({
      route: name,
      name: kind,
      request: () => requestOf(world, `${placeOf(route.path)}?${query}`),
    })),
  ]
}

/** A route of all projects together, where there is one, finds more than a project. */
const longNames = (world: HoldWorld, { path, spansProjects }: DeskRoute): HostileRequest =>
  requestOf(world, placeOf(spansProjects ? path.replace(':project', '_') : path))

/** Calls about rows of the world. */
function otherCalls(world: HoldWorld): readonly HostileCall[] {
  const { seeds, port } = world
  const { long, pages, deskRemovable, deskErasable } = seeds
  const conversations = '/projects/:project/conversations/:thread'
  const at = (thread: string, rest = '') =>
    requestOf(world, `/projects/default/conversations/${thread}${rest}`)
  const show = `GET /desk/api${conversations}`
  const rows = `${long.messageIds.length} rows`
  return [
    { route: show, name: rows, request: () => at(long.id) },
    { route: show, name: `${rows}, unmasked`, request: () => at(long.id, '?unmasked=true') },
    ...[...pages].map(([name, { id }]): HostileCall => ({
      route: show,
      name,
      request: () => at(id),
    })),
    {
      route: `GET /desk/api${conversations}/messages/:message/why`,
      name: 'a long prompt',
      request: () => at(long.id, `/messages/${long.messageIds[0]}/why`),
    },
    {
      route: `DELETE /desk/api${conversations}`,
      name: rows,
      removes: true,
      request: (run) => at(deskRemovable[run]!.id),
    },
    {
      route: `DELETE /desk/api${conversations}/person`,
      name: `${rows} in 100 threads`,
      removes: true,
      request: (run) => at(deskErasable[run]!, '/person'),
    },
    {
      route: SIGN_OUT,
      name: 'a session of its own',
      removes: true,
      async request() {
        const desk = await signInAtDesk({ port, env: world.env })
        return requestOf({ port, desk }, '/session')
      },
    },
  ]
}
