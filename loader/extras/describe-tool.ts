import {
  TOOL_DESCRIPTION_LIMIT_CHARACTERS,
  TOOL_SCHEMA_LIMIT_CHARACTERS,
  TOOL_TIMEOUT_LIMIT_MS,
  TOOL_TIMEOUT_MS,
} from '../../shared/bridge/contract.ts'
import type { HostTool } from '../../shared/bridge/contract.ts'
import { isToolTimeout, readToolSchema } from '../../shared/bridge/guards.ts'
import type { ToolExtra } from '../../shared/bridge/tool-extras.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isStandardSchema } from '../../shared/standard-schema.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../shared/tool-name.ts'
import type { ToolDefinition } from '../chat-instance.ts'
import { textOf } from './describe-page.ts'
import { jsonSchemaOf } from './tool-arguments.ts'

const APPROVALS = ['never', 'ask', 'ask-once']
/** Number of a definition's field names that are sent, so that the frame can find misspelled ones. */
const FIELDS_MAX = 32

/**
 * The description of a tool for the frame; undefined if the tool is switched off.
 *
 * @throws AlcoveError `config_invalid` with the fault. Pages have no types.
 */
export function describeTool(name: string, definition: ToolDefinition): HostTool | undefined {
  const check = (isRight: boolean, fault: string) => {
    if (!isRight) throw new AlcoveError('config_invalid', `tool ${name}${fault}`)
  }
  const expect = (isRight: boolean, expected: string) => check(isRight, `: expected ${expected}`)
  expect(isToolName(name), `a name of ${TOOL_NAME_EXPECTED}`)
  expect(typeof definition === 'object' && definition !== null, 'a definition')
  const {
    description,
    kind = 'run',
    scope = 'write',
    approval = scope === 'read' ? 'never' : 'ask',
    available = true,
    timeoutMs = TOOL_TIMEOUT_MS,
    run,
    onInvalid,
    labels,
  } = definition as Partial<ToolDefinition>
  const schema = schemaTextOf(definition)
  const fields = Object.keys(definition).slice(0, FIELDS_MAX)
  expect(
    typeof description === 'string' && description.length <= TOOL_DESCRIPTION_LIMIT_CHARACTERS,
    `a description of at most ${TOOL_DESCRIPTION_LIMIT_CHARACTERS} characters` +
      (description === undefined ? `; it has ${fields.join(', ')}` : ''),
  )
  expect(
    readToolSchema(schema) !== undefined,
    `parameters: a JSON schema of at most ${TOOL_SCHEMA_LIMIT_CHARACTERS} characters, or a Standard Schema that says it, or toJsonSchema beside it`,
  )
  expect(/^(run|human)$/.test(kind), 'kind run or human')
  const isHuman = kind === 'human'
  check(isHuman || typeof run === 'function', " has no run: give a function, or kind: 'human'")
  expect(!isHuman || !run, "no run beside kind: 'human'")
  expect(/^(read|write|navigate|sensitive)$/.test(scope), 'scope read, write, navigate, sensitive')
  expect(APPROVALS.includes(approval), 'approval never, ask or ask-once')
  expect(
    approval !== 'ask-once' || scope !== 'sensitive',
    'approval ask: sensitive is never ask-once',
  )
  expect(isToolTimeout(timeoutMs), `timeoutMs from 1 to ${TOOL_TIMEOUT_LIMIT_MS}`)
  for (const field of ['preview', 'undo'] as const)
    expect(/^(undefined|function)$/.test(typeof definition[field]), `${field}: a function`)
  expect(/^(boolean|function)$/.test(typeof available), 'available: true, false or a function')
  if (!available) return undefined
  const extras: ToolExtra[] = []
  if (typeof available === 'function') extras.push('available')
  if (definition.preview) extras.push('preview')
  if (definition.undo) extras.push('undo')
  if (approval === 'ask-once') extras.push('once')
  if (isStandardSchema(definition.parameters)) extras.push('check')
  return {
    name,
    description: description!,
    schema,
    kind,
    scope,
    // A frame of an older version knows only these two values.
    approval: approval === 'never' ? approval : 'ask',
    timeoutMs,
    handlesInvalid: typeof onInvalid === 'function',
    // Sent as data: the frame validates it.
    labels: JSON.parse(textOf(labels) || 'null') ?? undefined,
    fields,
    ...(extras.length > 0 && { extras }),
  }
}

/** The schema as JSON text; empty if it has no JSON form. */
function schemaTextOf(definition: ToolDefinition): string {
  try {
    return textOf(jsonSchemaOf(definition))
  } catch {
    return ''
  }
}
