import type { DeclaredTool, ToolEndpoint } from '../models/backend-tool.ts'
import type { ParsedTool } from './tool-schema.ts'

/** A declared tool, with nothing in it that was not said. */
export function toTool({ name, parameters, execute, endpoint, ...rest }: ParsedTool): DeclaredTool {
  const described = {
    name,
    parameters,
    ...(rest.description === undefined ? {} : { description: rest.description }),
    ...(rest.needsApproval === undefined ? {} : { needsApproval: rest.needsApproval }),
  }
  if (endpoint !== undefined) return { ...described, endpoint: toEndpoint(endpoint) }
  // The schema has seen that there is one of both.
  return { ...described, execute: execute! }
}

const toEndpoint = ({
  url,
  headers,
  timeoutMs,
}: NonNullable<ParsedTool['endpoint']>): ToolEndpoint => ({
  url,
  ...(headers === undefined ? {} : { headers }),
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
})
