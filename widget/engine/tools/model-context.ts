import { HOST_TOOLS_MAX } from '../../../shared/bridge/contract.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../../shared/tool-name.ts'
import type { CallContext, ToolDeclaration } from '../call-context.ts'
import type { BrowserTool } from './browser-tool.ts'

/** How many tools one chat call carries, where the server does not take fewer. */
export const TOOLS_MAX = HOST_TOOLS_MAX
/** Of one tool's schema as JSON text in UTF-8, where the server does not take less. */
export const TOOL_SCHEMA_LIMIT_BYTES = 16_384

/** What the operator's server takes; it refuses the whole message otherwise. */
export interface ToolLimits {
  readonly toolsPerRun?: number | undefined
  readonly toolSchemaBytes?: number | undefined
}

/** Declares what the model may call here: nothing disabled, and nothing that the server runs. */
export function createModelContext(
  tools: Iterable<readonly [name: string, tool: BrowserTool]>,
  warn: (text: string) => void,
  limits: ToolLimits,
): CallContext {
  const declared: [string, ToolDeclaration][] = []
  for (const [name, { type, isDisabled, description, parameters }] of tools) {
    if (isDisabled || type === 'backend') continue
    const problem = findProblem(name, declared.length, parameters, limits)
    if (problem === undefined) {
      const texts = description === undefined ? {} : { description }
      declared.push([name, { ...texts, parameters }])
    } else warn(`The tool ${name} is left out: ${problem}`)
  }
  return { tools: Object.fromEntries(declared) }
}

function findProblem(
  name: string,
  count: number,
  parameters: JsonObject,
  { toolsPerRun = TOOLS_MAX, toolSchemaBytes = TOOL_SCHEMA_LIMIT_BYTES }: ToolLimits,
): string | undefined {
  // Otherwise the server refuses every message.
  if (!isToolName(name)) return `a name has ${TOOL_NAME_EXPECTED}.`
  if (count >= toolsPerRun) return `there are more than ${toolsPerRun}.`
  const bytes = new TextEncoder().encode(JSON.stringify(parameters)).length
  if (bytes <= toolSchemaBytes) return undefined
  return `its schema has ${bytes} of at most ${toolSchemaBytes} bytes.`
}
