import type { OutputUnit } from '@cfworker/json-schema'
import { describeIssues } from '../../../shared/argument-texts.ts'
import { ISSUES_MAX, type ArgumentIssue } from '../../../shared/bridge/contract.ts'
import { describeThrown } from '../../../shared/bridge/plain-json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { RunTool, ToolSource } from './tool-registry.ts'
import { awaitsBrowser, type TrackedCall } from './tracked-call.ts'

/** Keywords whose errors only report an error further down. */
const WRAPPERS = new Set(['properties', 'items', 'prefixItems', 'allOf', '$ref'])

/**
 * Returns the issues of the arguments; empty for valid ones. The validator is loaded with the first call.
 *
 * @throws the error of an invalid schema, for example of a reference to nowhere.
 */
export async function checkArguments(
  parameters: JsonObject,
  args: JsonObject,
): Promise<readonly ArgumentIssue[]> {
  const { Validator } = await import('@cfworker/json-schema')
  const shortCircuit = false
  const { valid, errors } = new Validator(parameters, '2020-12', shortCircuit).validate(args)
  if (valid) return []
  const causes = errors.filter(({ keyword }) => !WRAPPERS.has(keyword))
  return (causes.length > 0 ? causes : errors).slice(0, ISSUES_MAX).map(toIssue)
}

function toIssue({ instanceLocation, error }: OutputUnit): ArgumentIssue {
  const steps = instanceLocation.split('/').slice(1)
  return { path: steps.map(decodeStep), message: error }
}

/** Decodes a step of a JSON pointer in a URI fragment. */
function decodeStep(step: string): string {
  return decodeURI(step).replaceAll('~1', '/').replaceAll('~0', '~')
}

/**
 * The tool whose arguments have to be checked before a person is asked to approve the call; undefined: none. A tool
 * that handles invalid arguments itself may act on them, so the person is asked about these, too.
 */
export function toolToCheck(
  call: TrackedCall,
  tools: Pick<ToolSource, 'get'>,
): RunTool | undefined {
  if (!call.isLive || call.check !== 'none' || call.result || !awaitsBrowser(call)) return undefined
  const tool = tools.get(call.part.toolName)
  const asks = tool?.type === 'run' && tool.approval === 'ask' && !tool.isDisabled
  return asks && !tool.onInvalid ? tool : undefined
}

/** The model's text about arguments that the tool would refuse; undefined: it accepts them. Never rejects. */
export async function findRefusal(
  { parameters, check }: RunTool,
  args: JsonObject,
): Promise<string | undefined> {
  try {
    const issues = await checkArguments(parameters, args)
    const found = issues.length > 0 ? issues : ((await check?.(args)) ?? [])
    return found.length > 0 ? describeIssues(found) : undefined
  } catch (error) {
    return describeThrown(error)
  }
}
