import type * as v from 'valibot'
import type { JsonObject } from '../../../shared/json.ts'
import { USER_ID_HEADER, WORKSPACE_ID_HEADER } from '../../../shared/wire/tokens.ts'
import { ERROR_STATUSES } from '../../routes/handle-error.ts'
import { errorsOf, type Access, type Answer, type Route } from '../../routes/route.ts'
import { describeGuide, errorNote, tagOf, tagsOf } from './api-guide.ts'
import { describeSchema, exampleOf, NAMED_SCHEMAS } from './describe-schema.ts'
import { SPAN_EXAMPLE, STREAM_EXAMPLES } from './examples.ts'

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
      description: describeGuide(),
    },
    servers: [{ url: `${base}/v1` }],
    tags: tagsOf(routes),
    paths,
    components: { schemas: NAMED_SCHEMAS, securitySchemes: SECURITY_SCHEMES },
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
    'x-refusals': [...new Set(route.errors)],
  }
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

const pathParameters = (route: Route): readonly JsonObject[] =>
  Object.entries(route.params).map(([name, description]) => ({
    name,
    in: 'path',
    required: true,
    description,
    schema: { type: 'string' },
  }))

function queryParameters(route: Route): readonly JsonObject[] {
  const { query } = route
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

function describeBody(route: Route): JsonObject | undefined {
  const { body, mediaTypes, isBodyOptional } = route
  if (mediaTypes !== undefined) {
    const content = Object.fromEntries(
      mediaTypes.map((type) => [
        type,
        type === 'application/json' ? { example: SPAN_EXAMPLE } : {},
      ]),
    )
    return { required: true, content }
  }
  if (body === undefined) return undefined
  return { required: !isBodyOptional, content: describeJson(body, route, true) }
}

function describeJson(schema: v.GenericSchema, route: Route, isBody: boolean): JsonObject {
  const owner = nameOf(route)
  const described = describeSchema(schema)
  const example = exampleOf(described, { owner, named: NAMED_SCHEMAS, isBody })
  return {
    'application/json': { schema: described, ...(example === null ? {} : { example }) },
  }
}

const describeAnswers = (route: Route): JsonObject =>
  Object.fromEntries(
    Object.entries(route.answers).map(([status, answer]) => [
      status,
      describeAnswer(answer, Number(status), route),
    ]),
  )

function describeAnswer(answer: Answer, status: number, route: Route): JsonObject {
  if ('kind' in answer) {
    const isKnown = status === 200 && 201 in route.answers
    const description = isKnown
      ? 'It was there already'
      : (SENTENCES[status] ?? 'What was asked for')
    return { description, content: describeJson(answer, route, false) }
  }
  const { mediaTypes, description } = answer
  if (mediaTypes.length === 0) return { description }
  const content = Object.fromEntries(
    mediaTypes.map((type) => {
      const examples = STREAM_EXAMPLES[nameOf(route)]?.[type]
      return [type, { schema: TEXT, ...(examples === undefined ? {} : { examples }) }]
    }),
  )
  return { description, content }
}

const SENTENCES: Readonly<Record<number, string>> = {
  201: 'It was made',
  202: 'It was taken',
}

const TEXT = { type: 'string' }

const WAITING: readonly number[] = [ERROR_STATUSES.rate_limited, ERROR_STATUSES.unavailable]
const RETRY_HEADERS = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
}

/** An entry for each status, with the codes that it may have. */
function describeErrors(route: Route): JsonObject {
  const codes = new Map<number, string[]>()
  for (const code of errorsOf(route)) {
    const status = ERROR_STATUSES[code]
    const note = errorNote(code) ?? 'The call failed.'
    codes.set(status, [...(codes.get(status) ?? []), `\`${code}\`: ${note}`])
  }
  return Object.fromEntries(
    [...codes].map(([status, names]) => [
      String(status),
      {
        description: names.join('\n\n'),
        ...(WAITING.includes(status) ? { headers: RETRY_HEADERS } : {}),
        content: ERROR_CONTENT,
      },
    ]),
  )
}
