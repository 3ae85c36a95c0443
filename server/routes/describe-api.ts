import type { JsonObject } from '../../shared/json.ts'
import { ERROR_STATUSES } from './handle-error.ts'
import { describeNamed, describeSchema } from './describe-schema.ts'
import type { Access, Answer, Route } from './route.ts'
import { errorsOf } from './route-errors.ts'
import { USER_ID_HEADER, WORKSPACE_ID_HEADER } from '../../shared/wire/tokens.ts'

const ERROR_CONTENT = {
  'application/json': { schema: { $ref: '#/components/schemas/Error' } },
}

const SECURITY_SCHEMES = {
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A token of this server, or one that the host’s own server signed.',
  },
  key: { type: 'http', scheme: 'bearer', description: 'An API key of the project.' },
  userId: {
    type: 'apiKey',
    in: 'header',
    name: USER_ID_HEADER,
    description: 'Besides an API key: for whom the call is made.',
  },
  workspaceId: {
    type: 'apiKey',
    in: 'header',
    name: WORKSPACE_ID_HEADER,
    description: 'Besides an API key: whose threads it is about.',
  },
}

/**
 * The API as an OpenAPI 3.1 document.
 *
 * @param base the project's base as the caller wrote it.
 */
export function describeApi(routes: readonly Route[], base: string): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {}
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeRoute(route) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Alcove',
      version: '1',
      description:
        'The server of an embedded chat assistant: threads, messages, answers, files and reports.',
    },
    servers: [{ url: `${base}/v1` }],
    tags: [...new Set(routes.map(tagOf))].map((name) => ({ name })),
    paths,
    components: { schemas: describeNamed(), securitySchemes: SECURITY_SCHEMES },
  }
}

function describeRoute(route: Route): JsonObject {
  const parameters = [...pathParameters(route), ...queryParameters(route), ...headers(route)]
  const body = describeBody(route)
  return {
    operationId: nameOf(route),
    summary: `${route.summary}.`,
    tags: [tagOf(route)],
    security: securityOf(route.access),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: { ...describeAnswers(route), ...describeErrors(route) },
  }
}

function tagOf({ path }: Route): string {
  const [, first = ''] = path.split('/')
  return ['openapi.json', 'docs'].includes(first) ? 'description' : first
}

/** `GET /threads/:id/messages`: `getThreadsIdMessages`. */
function nameOf({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return method.toLowerCase() + name
}

function securityOf(access: Access): readonly JsonObject[] {
  switch (access) {
    case 'open':
      return []
    case 'user':
    case 'named':
      return [{ token: [] }, { key: [], userId: [], workspaceId: [] }]
    case 'server':
      return [{ key: [] }]
    default:
      return access satisfies never
  }
}

const pathParameters = ({ path }: Route): readonly JsonObject[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))

function queryParameters({ query }: Route): readonly JsonObject[] {
  if (query === undefined) return []
  const { properties, required } = describeSchema(query, true)
  return Object.entries((properties ?? {}) as Readonly<Record<string, JsonObject>>).map(
    ([name, schema]) => ({
      name,
      in: 'query',
      required: Array.isArray(required) && required.includes(name),
      schema,
    }),
  )
}

const headers = (route: Route): readonly JsonObject[] =>
  Object.entries(route.headers).map(([name, description]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string' },
  }))

function describeBody({ body, mediaTypes, isBodyOptional }: Route): JsonObject | undefined {
  if (mediaTypes !== undefined) {
    const content = Object.fromEntries(mediaTypes.map((type) => [type, {}]))
    return { required: true, content }
  }
  if (body === undefined) return undefined
  const schema = describeSchema(body)
  return { required: !isBodyOptional, content: { 'application/json': { schema } } }
}

const describeAnswers = ({ answers }: Route): JsonObject =>
  Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, describeAnswer(answer)]),
  )

function describeAnswer(answer: Answer): JsonObject {
  if ('kind' in answer) {
    return {
      description: 'JSON',
      content: { 'application/json': { schema: describeSchema(answer) } },
    }
  }
  const { mediaTypes, description } = answer
  if (mediaTypes.length === 0) return { description }
  const content = Object.fromEntries(mediaTypes.map((type) => [type, { schema: TEXT }]))
  return { description, content }
}

const TEXT = { type: 'string' }

/** One entry for each status, with the codes that it may carry. */
function describeErrors(route: Route): JsonObject {
  const codes = new Map<number, string[]>()
  for (const code of errorsOf(route)) {
    const status = ERROR_STATUSES[code]
    codes.set(status, [...(codes.get(status) ?? []), `\`${code}\``])
  }
  return Object.fromEntries(
    [...codes].map(([status, names]) => [
      String(status),
      { description: names.join(', '), content: ERROR_CONTENT },
    ]),
  )
}
