import {
  TOOL_DESCRIPTION_LIMIT_CHARACTERS,
  TOOL_SCHEMA_LIMIT_CHARACTERS,
  TOOL_TIMEOUT_LIMIT_MS,
  TOOL_TIMEOUT_MS,
  CALL_SETTINGS,
  CALL_SETTINGS_MAX_CHARACTERS,
  HOST_SYSTEM_MAX_CHARACTERS,
} from '../../shared/bridge/contract.ts'
import type { HostTool, HostContext } from '../../shared/bridge/contract.ts'
import {
  isToolTimeout,
  readToolSchema,
  isCallSettings,
  isHostSystem,
} from '../../shared/bridge/guards.ts'
import { plainJsonText } from '../../shared/bridge/plain-json.ts'
import { CONTEXT_DATA_EXPECTED, isContextData } from '../../shared/context-data.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonValue } from '../../shared/json.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../shared/tool-name.ts'
import type { ToolDefinition } from '../chat-instance.ts'
import type { SaidList } from '../page-said.ts'

/**
 * What the frame is told of a tool.
 *
 * @throws AlcoveError `config_invalid`: what is wrong with the definition. Pages have no types.
 */
export function describeTool(name: string, definition: ToolDefinition): HostTool {
  const expect = (isRight: boolean, expected: string) => {
    if (!isRight) throw new AlcoveError('config_invalid', `tool ${name}: expected ${expected}`)
  }
  expect(isToolName(name), `a name of ${TOOL_NAME_EXPECTED}`)
  expect(typeof definition === 'object' && definition !== null, 'a definition')
  const {
    description,
    parameters,
    kind = 'run',
    scope = 'write',
    approval = scope === 'read' ? 'never' : 'ask',
    timeoutMs = TOOL_TIMEOUT_MS,
    run,
    onInvalid,
    labels,
  } = definition as Partial<ToolDefinition>

  const schema = textOf(parameters)
  expect(
    typeof description === 'string' && description.length <= TOOL_DESCRIPTION_LIMIT_CHARACTERS,
    `a description of at most ${TOOL_DESCRIPTION_LIMIT_CHARACTERS} characters`,
  )
  expect(
    readToolSchema(schema) !== undefined,
    `parameters: a JSON schema of at most ${TOOL_SCHEMA_LIMIT_CHARACTERS} characters`,
  )
  expect(/^(run|human)$/.test(kind), 'kind run or human')
  expect((kind === 'run') === (typeof run === 'function'), 'a function run, or kind human without')
  expect(/^(read|write|navigate|sensitive)$/.test(scope), 'scope read, write, navigate, sensitive')
  expect(/^(never|ask)$/.test(approval), 'approval never or ask')
  expect(isToolTimeout(timeoutMs), `timeoutMs from 1 to ${TOOL_TIMEOUT_LIMIT_MS}`)
  const handlesInvalid = typeof onInvalid === 'function'
  return {
    name,
    description: description!,
    schema,
    kind,
    scope,
    approval,
    timeoutMs,
    handlesInvalid,
    // As data: the frame says what is wrong with it.
    labels: JSON.parse(textOf(labels) || 'null') ?? undefined,
  }
}

function textOf(value: unknown): string {
  try {
    return plainJsonText(value) ?? ''
  } catch {
    return ''
  }
}

/**
 * What the frame is told of the page's context; nothing where the page has none.
 *
 * @throws AlcoveError `config_invalid`: what is wrong with it. Pages have no types.
 */
function describeContext(said: SaidList): HostContext {
  const expect = (isRight: boolean, expected: string) => {
    if (!isRight) throw new AlcoveError('config_invalid', `context: expected ${expected}`)
  }
  const given = said.get('')?.value ?? {}
  expect(isPlainObject(given), 'an object with data, user, system and callSettings')
  const { system, callSettings, data = {}, user, ...others } = given as Record<string, unknown>
  const [other] = Object.keys(others)
  expect(other === undefined, `data, user, system and callSettings only, not ${other}`)
  expect(isHostSystem(system), `system: a text of at most ${HOST_SYSTEM_MAX_CHARACTERS} characters`)
  expect(
    isCallSettings(callSettings),
    `callSettings: an object of at most ${CALL_SETTINGS_MAX_CHARACTERS} characters as JSON`,
  )
  for (const name of Object.keys((callSettings as object | undefined) ?? {})) {
    const isKnown = CALL_SETTINGS.some((known) => known === name)
    expect(isKnown, `callSettings of ${CALL_SETTINGS.join(', ')}, not ${name}`)
  }
  expect(isPlainObject(data), 'data: an object')
  expect(user === undefined || isPlainObject(user), 'user: an object')
  const fields: [string, unknown][] = Object.entries({
    ...(data as object),
    ...(isPlainObject(user) && { user }),
  })
  for (const [name, { value }] of said)
    if (name.startsWith('#')) fields.push([name.slice(1), value])
  const read = fields.map(([name, value]) => {
    const text = textOf(value)
    expect(text !== '', `data: JSON as ${name}`)
    return [name, JSON.parse(text) as JsonValue]
  })
  const all: unknown = Object.fromEntries(read)
  expect(isContextData(all), `data: ${CONTEXT_DATA_EXPECTED}`)
  return { system, callSettings, ...(fields.length > 0 && { data: all }) } as HostContext
}

/** Whether it is something of the context, and no tool. */
export const isOfContext = (name: string): boolean => /^(#|$)/.test(name)

/** Describes a context with every setup, and complains of what is wrong once, until it is right. */
export function createContextReader(
  tell: (error: AlcoveError) => void,
): (said: SaidList) => HostContext {
  let complained = ''
  return (said) => {
    try {
      const context = describeContext(said)
      complained = ''
      return context
    } catch (error) {
      const { message } = error as AlcoveError
      if (message !== complained) tell(error as AlcoveError)
      complained = message
      return {}
    }
  }
}
