import { jsonSchema, tool, type ToolSet } from 'ai'
import type { JsonObject } from '../../shared/json.ts'
import type { BackendTool } from './backend-tool.ts'
import { createArgumentsCheck } from './check-arguments.ts'
import type { BackendTools, ModelRequest, ToolDeclaration } from './model.ts'
import { runTool } from './run-tool.ts'

interface ToolSetSetup {
  readonly timeoutMs: number
  /** The answer's: the SDK's own signal is not set for every call. */
  readonly signal: AbortSignal
  readonly onFailure: (toolName: string, error: unknown) => void
}

/** All tools of a request as the AI SDK wants them. A backend tool wins over a browser's of its name. */
export function createToolSet(
  { tools = [], backend }: Pick<ModelRequest, 'tools' | 'backend'>,
  setup: ToolSetSetup,
): ToolSet {
  const declared = tools.map((each) => [each.name, declare(each)] as const)
  const own = (backend?.tools ?? []).map((each) => [each.name, prepare(each, backend!, setup)])
  return Object.fromEntries([...declared, ...own]) as ToolSet
}

/** Without `execute`: the browser runs it. */
const declare = ({ description, parameters }: ToolDeclaration) =>
  tool({
    ...(description === undefined ? {} : { description }),
    inputSchema: jsonSchema(parameters),
  })

function prepare(each: BackendTool, backend: BackendTools, setup: ToolSetSetup) {
  const { name, description, parameters } = each
  const check = createArgumentsCheck(each)

  function validate(value: unknown) {
    const isLarge = Buffer.byteLength(JSON.stringify(value)) > backend.argsBytes
    const problem = isLarge
      ? `The arguments have more than ${backend.argsBytes} bytes.`
      : check(value)
    return problem === undefined
      ? { success: true as const, value: value as JsonObject }
      : { success: false as const, error: new Error(problem) }
  }

  return tool({
    ...(description === undefined ? {} : { description }),
    inputSchema: jsonSchema<JsonObject>(parameters, { validate }),
    execute: async (args) => {
      try {
        return await runTool(args, { ...setup, tool: each, backend })
      } catch (error) {
        if (!setup.signal.aborted) setup.onFailure(name, error)
        throw error
      }
    },
  })
}
