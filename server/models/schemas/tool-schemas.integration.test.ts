import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../../e2e/model-server/start-model-server.ts'
import { isPlainObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { createModel } from '../create-assistants.ts'
import { question } from '../testing/ask-model.ts'
import { SCHEMAS_OF_REFERENCES } from '../testing/schemas-of-references.ts'
import { SCHEMAS_OF_VALUES } from '../testing/schemas-of-values.ts'
import type { SchemaCase } from '../testing/schema-case.ts'
import { mapSubschemas } from './schema-keywords.ts'

const CASES = [...SCHEMAS_OF_VALUES, ...SCHEMAS_OF_REFERENCES]
const PACKAGES = ['openai', 'anthropic', 'openai-compatible'] as const
type PackageName = (typeof PACKAGES)[number]

/** A tool as a provider receives it. */
interface SentTool {
  readonly description: string
  readonly parameters: JsonObject
}

interface Exchange {
  /** By the index of the case, as the bytes of the request say. */
  readonly sent: readonly SentTool[]
  /** Arguments with which the tool of each case ran. */
  readonly taken: readonly (readonly JsonObject[])[]
}

let server: ModelServer
const exchanges = new Map<PackageName, Exchange>()
beforeAll(async () => {
  server = await startModelServer()
  for (const name of PACKAGES) exchanges.set(name, await exchange(name))
})
afterAll(() => server.stop())

const nameOf = (index: number) => `tool_${index}`

/** Offers a tool of each case to the model, which calls each with all its arguments. */
async function exchange(name: PackageName): Promise<Exchange> {
  const taken: JsonObject[][] = CASES.map(() => [])
  const tools = CASES.map(({ schema }, index) => ({
    name: nameOf(index),
    description: 'A tool.',
    parameters: schema,
    execute: (args: JsonObject) => taken[index]!.push(args),
  }))
  const calls = CASES.flatMap(({ takes, refuses }, index) =>
    [...takes, ...refuses].map((args) => `tool ${nameOf(index)} ${JSON.stringify(args)}`),
  )
  const providers = {
    OPENAI_API_KEY: 'k',
    ANTHROPIC_API_KEY: 'k',
    OPENAI_BASE_URL: server.url,
    ANTHROPIC_BASE_URL: server.url,
  }
  const model = createModel({ model: `${name}/any`, providers })
  const caller = { projectId: 'shop', workspaceId: 'w', userId: 'ada' }
  const backend = { tools, caller, argsBytes: 1_000, resultBytes: 1_000 }
  const messages = [question([...calls, 'next', `say ${name}`].join('\n'))]
  const known = server.requests.length
  await Array.fromAsync(
    model.stream({ messages, backend, maxSteps: 2 }, new AbortController().signal),
  )
  const { body } = server.requests[known]!
  return { sent: (body as { tools: JsonObject[] }).tools.map(readTool), taken }
}

/** Reads the tool of any protocol. */
function readTool(tool: JsonObject): SentTool {
  const declared = (tool['function'] ?? tool) as JsonObject
  const parameters = (declared['parameters'] ?? declared['input_schema']) as JsonObject
  return { description: declared['description'] as string, parameters }
}

const WORDS = /Must also fit this JSON Schema: |The arguments must also fit this JSON Schema: /

/** The rule that a description says; `{}` without one. */
function ruleIn(description: unknown): JsonObject {
  const [, rule] = typeof description === 'string' ? description.split(WORDS) : []
  return rule === undefined ? {} : (JSON.parse(rule) as JsonObject)
}

/** All of what a model reads, as one schema: the sent one, and the rules that its descriptions say. */
function whatModelsRead({ description, parameters }: SentTool): JsonObject {
  const { $defs = {}, ...root } = read(parameters) as JsonObject
  return { allOf: [root, ruleIn(description)], $defs }
}

function read(value: JsonValue): JsonValue {
  if (!isPlainObject(value)) return value
  const schema = mapSubschemas(value, read)
  const rule = ruleIn(schema['description'])
  return Object.keys(rule).length === 0 ? schema : { ...schema, allOf: [rule] }
}

const ajv = new Ajv2020({ strict: false, validateFormats: false, ownProperties: true })

/** An independent validator. It throws for a schema that is none of 2020-12. */
function createJudge(schema: JsonObject): (args: JsonObject) => readonly ErrorObject[] {
  const validate = ajv.compile(schema)
  return (args) => (validate(args) ? [] : (validate.errors ?? []))
}

const hasFormats = ({ name }: SchemaCase) => name === 'formats'

const rows = CASES.map((each, index) => [each.name, each, index] as const)

describe.each(PACKAGES)('%s', (name) => {
  test.each(rows)(
    'runs a tool with what its schema takes, and with nothing else: %s',
    (_, { takes }, index) => {
      expect(exchanges.get(name)!.taken[index]).toEqual(takes)
    },
  )

  test('sends the same bytes as the other packages', () => {
    const { sent } = exchanges.get(name)!

    expect(sent).toHaveLength(CASES.length)
    expect(JSON.stringify(sent)).toBe(JSON.stringify(exchanges.get('openai')!.sent))
  })
})

test.each(rows)('the model reads what the schema says: %s', (_, each, index) => {
  const tool = exchanges.get('openai')!.sent[index]!
  const judgeSent = createJudge(tool.parameters)
  const judgeRead = createJudge(whatModelsRead(tool))

  for (const args of each.takes) expect([...judgeSent(args), ...judgeRead(args)]).toEqual([])
  for (const args of hasFormats(each) ? [] : each.refuses) expect(judgeRead(args)).not.toEqual([])
})

test.each(rows)('no provider refuses the form of what is sent: %s', (_, _case, index) => {
  const { parameters } = exchanges.get('openai')!.sent[index]!

  expect(parameters).toMatchObject({ type: 'object', properties: {} })
  const refused = ['anyOf', 'oneOf', 'allOf', 'not', 'const', 'enum', '$ref', '$schema']
  expect(Object.keys(parameters).filter((keyword) => refused.includes(keyword))).toEqual([])
  const sent = JSON.stringify(parameters)
  expect(sent).not.toMatch(/"(definitions|dependencies|additionalItems|\$anchor|\$id)":/)
  for (const [, reference] of sent.matchAll(/"\$ref":"([^"]*)"/g)) {
    expect(reference).toMatch(/^#\/\$defs\//)
  }
})
