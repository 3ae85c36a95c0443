import {
  TOOL_DESCRIPTION_LIMIT_CHARACTERS,
  TOOL_SCHEMA_LIMIT_CHARACTERS,
  TOOL_TIMEOUT_LIMIT_MS,
  TOOL_TIMEOUT_MS,
} from '../../shared/bridge/contract.ts'
import type { HostTool } from '../../shared/bridge/contract.ts'
import { plainJsonText } from '../../shared/bridge/plain-json.ts'
import { isToolTimeout, readToolSchema } from '../../shared/bridge/guards.ts'
import { AlcoveError } from '../../shared/errors.ts'
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
  }
}

function textOf(value: unknown): string {
  try {
    return plainJsonText(value) ?? ''
  } catch {
    return ''
  }
}
