import { expect, test } from 'vitest'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { API_ROUTES } from '../../app.ts'
import { describeApi } from './describe-api.ts'

interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly JsonObject[]
  readonly parameters?: readonly { name: string; in: string; required?: boolean }[]
  readonly responses: Readonly<Record<string, { readonly description: string }>>
}

const routes = API_ROUTES
const document = describeApi(routes, 'https://chat.test/p/shop')
const paths = document['paths'] as unknown as Record<string, Record<string, Operation>>
const { schemas, securitySchemes } = document['components'] as {
  readonly schemas: JsonObject
  readonly securitySchemes: JsonObject
}
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

/** Every schema anywhere in the document. */
function schemasIn(value: JsonValue, key = ''): readonly JsonObject[] {
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.flatMap((item: JsonValue) => schemasIn(item, key))
  const object = value as JsonObject
  const inside = Object.entries(object).flatMap(([name, item]) => schemasIn(item, name))
  return key === 'schema' ? [object, ...inside] : inside
}

const KEYWORDS = new Set([
  '$ref',
  'additionalProperties',
  'anyOf',
  'const',
  'default',
  'description',
  'enum',
  'format',
  'items',
  'maximum',
  'maxItems',
  'maxLength',
  'minimum',
  'minItems',
  'minLength',
  'pattern',
  'properties',
  'propertyNames',
  'required',
  'type',
])
const TYPES = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']

function isPattern(text: string): boolean {
  try {
    return RegExp(text, 'u').source === text
  } catch {
    return false
  }
}

/** Faults of a schema, by the rules of JSON Schema 2020-12 for the keywords in use. */
function problemsOf(schema: JsonValue, where: string): readonly string[] {
  if (typeof schema === 'boolean') return []
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [where]
  const object = schema as JsonObject
  const problems = Object.keys(object)
    .filter((key) => !KEYWORDS.has(key))
    .map((key) => `${where}: ${key}`)
  const { $ref, type, pattern, required = [], properties = {}, items, anyOf = [] } = object
  if (typeof $ref === 'string' && !($ref.replace('#/components/schemas/', '') in schemas)) {
    problems.push(`${where}: ${$ref}`)
  }
  if (typeof type === 'string' && !TYPES.includes(type)) problems.push(`${where}: ${type}`)
  if (typeof pattern === 'string' && !isPattern(pattern)) problems.push(`${where}: ${pattern}`)
  for (const name of required as readonly string[]) {
    if (!(name in (properties as JsonObject))) problems.push(`${where}: requires ${name}`)
  }
  const inside = [
    ...Object.entries(properties as JsonObject),
    ...(items === undefined ? [] : [['items', items] as const]),
    ...(anyOf as readonly JsonValue[]).map((option, index) => [`anyOf ${index}`, option] as const),
    ...(['additionalProperties', 'propertyNames'] as const).flatMap((name) =>
      object[name] === undefined ? [] : [[name, object[name]] as const],
    ),
  ]
  return [...problems, ...inside.flatMap(([name, item]) => problemsOf(item, `${where}.${name}`))]
}

test('every route is described, and nothing else', () => {
  const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
  const declared = routes.map(
    ({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  )

  expect(described.toSorted()).toEqual(declared.toSorted())
})

test('the document says what it is and where the API is', () => {
  expect(document).toMatchObject({
    openapi: '3.1.1',
    info: { title: 'Alcove', version: '1' },
    servers: [{ url: 'https://chat.test/p/shop/v1' }],
  })
})

test('every operation has a name of its own', () => {
  const names = operations.map(({ operation }) => operation.operationId)

  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z][A-Za-z0-9]+$/)
})

test.each(operations)('$method $path is whole', ({ path, operation }) => {
  const { summary, tags, security, parameters = [], responses } = operation
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const inTemplate = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

  expect(summary).toMatch(/^[A-Z].+[^.]\.$/)
  expect(tags).toHaveLength(1)
  expect(inPath.map(({ name }) => name)).toEqual(inTemplate)
  expect(inPath.every(({ required }) => required)).toBe(true)
  for (const scheme of security.flatMap(Object.keys)) expect(securitySchemes).toHaveProperty(scheme)
  for (const [status, { description }] of Object.entries(responses)) {
    expect(status).toMatch(/^[2345]\d\d$/)
    expect(description).not.toBe('')
  }
  expect(Object.keys(responses).some((status) => /^[23]/.test(status))).toBe(true)
  expect(responses).toHaveProperty('429')
})

test('every schema is one, and refers to nothing that is not there', () => {
  const all = [...schemasIn(document), ...Object.values(schemas)]

  expect(all.length).toBeGreaterThan(100)
  expect(all.flatMap((schema, index) => problemsOf(schema, String(index)))).toEqual([])
})

test('a schema that is wrong would be found', () => {
  const wrong: JsonObject = {
    type: 'object',
    properties: { a: { type: 'text', pattern: '(' }, b: { $ref: '#/components/schemas/Nothing' } },
    required: ['c'],
    optional: true,
  }

  expect(problemsOf(wrong, 'wrong')).toHaveLength(5)
})

test.each([
  ['postThreads', 'last_message_at', { type: 'string', format: 'date-time' }],
  ['postThreadsIdMessages', 'content', { type: 'object' }],
  ['postChat', 'messages', { type: 'array', maxItems: 1000 }],
  ['deleteThreadsIdMessages', 'message_ids', { type: 'array', minItems: 1, maxItems: 200 }],
])('%s describes the field %s of its body', (name, field, expected) => {
  const { operation } = operations.find(({ operation: { operationId } }) => operationId === name)!
  const { properties } = schemasIn(operation as unknown as JsonValue).find(
    (schema) => 'properties' in schema,
  )!

  expect(properties).toHaveProperty([field], expect.objectContaining(expected))
})

test('open calls need no key, and those of a server need one', () => {
  expect(paths['/auth/tokens/refresh']?.['post']?.security).toEqual([])
  expect(paths['/projects/runs']?.['get']?.security).toEqual([{ key: [] }])
  expect(paths['/threads']?.['get']?.security).toContainEqual({ token: [] })
})
