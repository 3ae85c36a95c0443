import { HOST_TOOLS_MAX } from '../../../shared/bridge/host-tool.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { BrowserTool } from './browser-tool.ts'

/** How many tools one chat call carries; the server takes no more. */
export const TOOLS_MAX = HOST_TOOLS_MAX
/** Of one tool's schema as JSON text in UTF-8; the server takes no more. */
export const TOOL_SCHEMA_LIMIT_BYTES = 16_384

/** A tool as the chat call carries it, under its name. */
export interface ToolDeclaration {
  readonly description?: string
  readonly parameters: JsonObject
}

/** What this browser adds to a chat call. */
export interface ModelContext {
  readonly tools: Readonly<Record<string, ToolDeclaration>>
}

/** Declares what the model may call here: nothing disabled, and nothing that the server runs. */
export function createModelContext(
  tools: Iterable<readonly [name: string, tool: BrowserTool]>,
  warn: (text: string) => void,
): ModelContext {
  const declared: [string, ToolDeclaration][] = []
  for (const [name, { type, isDisabled, description, parameters }] of tools) {
    if (isDisabled || type === 'backend') continue
    const problem = findProblem(declared.length, parameters)
    if (problem === undefined) {
      const texts = description === undefined ? {} : { description }
      declared.push([name, { ...texts, parameters }])
    } else warn(`The tool ${name} is left out: ${problem}`)
  }
  return { tools: Object.fromEntries(declared) }
}

function findProblem(count: number, parameters: JsonObject): string | undefined {
  if (count >= TOOLS_MAX) return `there are more than ${TOOLS_MAX}.`
  const bytes = new TextEncoder().encode(JSON.stringify(parameters)).length
  if (bytes <= TOOL_SCHEMA_LIMIT_BYTES) return undefined
  return `its schema has ${bytes} of at most ${TOOL_SCHEMA_LIMIT_BYTES} bytes.`
}
