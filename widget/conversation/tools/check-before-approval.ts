import { describeIssues } from '../../../shared/argument-texts.ts'
import { describeThrown } from '../../../shared/bridge/plain-json.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { checkArguments } from './check-arguments.ts'
import type { RunTool, ToolSource } from './tool-registry.ts'
import { asksPerson, awaitsBrowser, type TrackedCall } from './tracked-call.ts'

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
  const asks = tool?.type === 'run' && asksPerson(call.part, tool) && !tool.isDisabled
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
