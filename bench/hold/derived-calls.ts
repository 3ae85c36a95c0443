import type { HoldWorld } from './hold-world.ts'
import type { HostileCall } from './hostile-call.ts'

const BODY_BYTES = 1_048_576
/** A field takes most of a body, so that the fields beside it still fit. */
const FIELD_BYTES = 900_000
/** The longest name that fits into an address. */
export const LONG_NAME = 'é'.repeat(1_000)

type Schema = Readonly<Record<string, unknown>>

/** The fields of a call's description that are read here. */
interface Operation {
  readonly security: readonly Readonly<Record<string, unknown>>[]
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly schema: Schema
  }[]
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema?: Schema; readonly example?: object }>
    >
  }
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const list = <Value>(length: number, create: (index: number) => Value): Value[] =>
  Array.from({ length }, (_, index) => create(index))
const keys = (count: number): object =>
  Object.fromEntries(list(count, (index) => [`k${index.toString(36)}`, 0]))

/** Any JSON, regardless of the call's schema. */
export const BODIES: Readonly<Record<string, () => string>> = {
  'any JSON: many keys': () => JSON.stringify(keys(100_000)),
  'any JSON: many lists': () => JSON.stringify(list(299_000, () => [])),
  'any JSON: opening brackets': () => '['.repeat(BODY_BYTES),
  'any JSON: a long text': () => JSON.stringify('é'.repeat(BODY_BYTES / 2 - 10)),
  'any JSON: a text of escapes': () => `"${'\\u0001'.repeat(BODY_BYTES / 6 - 10)}"`,
}

/**
 * Hostile calls for every call of the API description, so that a new call is measured without a change here.
 * A body is any JSON, or the description's example with one field as large as possible; a name is a long one,
 * and a page is as long as allowed.
 */
export function createDerivedCalls(
  world: HoldWorld,
  { paths }: Description,
): readonly HostileCall[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      callsOf(world, `${method.toUpperCase()} ${path}`, path, operation),
    ),
  )
}

function callsOf(
  world: HoldWorld,
  route: string,
  path: string,
  operation: Operation,
): readonly HostileCall[] {
  const media = operation.requestBody?.content['application/json']
  const headers = { ...callerOf(world, operation), 'Content-Type': 'application/json' }
  const place = placeOf(world, path)
  const bodies = media ? { ...BODIES, ...fieldBodies(media) } : {}
  return [
    ...Object.entries(bodies).map(([name, body]): HostileCall => ({
      route,
      name,
      request: () => ({ path: place, headers, body: body() }),
    })),
    // With ids of existing rows, a removal would delete rows that other calls need.
    ...(media || !path.includes('{')
      ? []
      : [{ route, name: 'long names', request: () => ({ path: longPath(path), headers }) }]),
    ...(route.startsWith('GET ')
      ? [
          {
            route,
            name: 'as much as there is',
            request: () => ({ path: place + queryOf(operation), headers }),
          },
        ]
      : []),
  ]
}

function callerOf({ asUser, asServer }: HoldWorld, { security }: Operation) {
  if (security.length === 0) return {}
  if (security.some((scheme) => 'token' in scheme)) return asUser
  return { ...asServer, 'Aui-User-Id': 'a', 'Aui-Workspace-Id': 'a' }
}

/** The path with ids of existing rows, if the world has such rows. */
const placeOf = ({ seeds }: HoldWorld, path: string): string =>
  path
    .replace('{id}', seeds.long.id)
    .replace('{messageId}', seeds.long.messageIds.at(-1)!)
    .replaceAll(/\{\w+\}/g, LONG_NAME)

const longPath = (path: string): string => path.replaceAll(/\{\w+\}/g, LONG_NAME)

/** A query for the largest page and the longest time. */
function queryOf({ parameters = [] }: Operation): string {
  const values: Readonly<Record<string, string>> = {
    query: 'w',
    from: '2026-09-01',
    to: '2026-11-30',
  }
  const asked = parameters.flatMap(({ name, in: kind, schema }) => {
    const [, max] = /from 1 to (\d+)/.exec(String(schema['description'])) ?? []
    const value = name === 'limit' ? max : values[name]
    return kind === 'query' && value !== undefined ? [`${name}=${value}`] : []
  })
  return asked.length === 0 ? '' : `?${asked.join('&')}`
}

/** The body's example for each of its fields, with that field as large as its type allows. */
export function fieldBodies({
  schema = {},
  example = {},
}: {
  readonly schema?: Schema
  readonly example?: object
}): Readonly<Record<string, () => string>> {
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, field]) => {
      const large = largeValue(field)
      return large ? [[`its ${name}`, () => JSON.stringify({ ...example, [name]: large() })]] : []
    }),
  )
}

function largeValue(field: Schema): (() => unknown) | undefined {
  const options = (field['anyOf'] ?? []) as readonly Schema[]
  switch (field['type']) {
    case 'string':
      return 'enum' in field ? undefined : () => 'a'.repeat(FIELD_BYTES)
    case 'object':
      return () => keys(90_000)
    case 'array':
      return () => list(290_000, () => [])
    case 'number':
    case 'integer':
    case 'boolean':
      return undefined
    default:
      return options.length === 0
        ? () => list(290_000, () => [])
        : options.map(largeValue).find((large) => large !== undefined)
  }
}
