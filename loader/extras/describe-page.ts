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
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject } from '../../shared/json.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../shared/tool-name.ts'
import type { ToolDefinition } from '../chat-instance.ts'

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
export function describeContext(given: unknown): HostContext {
  if (given === undefined || given === null) return {}
  const expect = (isRight: boolean, expected: string) => {
    if (!isRight) throw new AlcoveError('config_invalid', `context: expected ${expected}`)
  }
  expect(isPlainObject(given), 'an object with system and callSettings')
  const { system, callSettings, ...others } = given as Record<string, unknown>
  const [other] = Object.keys(others)
  expect(other === undefined, `system and callSettings only, not ${other}`)
  expect(isHostSystem(system), `system: a text of at most ${HOST_SYSTEM_MAX_CHARACTERS} characters`)
  expect(
    isCallSettings(callSettings),
    `callSettings: an object of at most ${CALL_SETTINGS_MAX_CHARACTERS} characters as JSON`,
  )
  for (const name of Object.keys((callSettings as object | undefined) ?? {})) {
    const isKnown = CALL_SETTINGS.some((known) => known === name)
    expect(isKnown, `callSettings of ${CALL_SETTINGS.join(', ')}, not ${name}`)
  }
  return { system, callSettings } as HostContext
}

/** Describes a context with every setup, and complains of each that is wrong once. */
export function createContextReader(
  tell: (error: AlcoveError) => void,
): (given: unknown) => HostContext {
  let complained: unknown
  return (given) => {
    try {
      return describeContext(given)
    } catch (error) {
      if (given !== complained) tell(error as AlcoveError)
      complained = given
      return {}
    }
  }
}
