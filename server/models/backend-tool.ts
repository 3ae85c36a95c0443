import type { JsonObject, JsonValue } from '../../shared/json.ts'

/** Who asked, and until when somebody waits. */
export interface ToolContext {
  readonly projectId: string
  readonly workspaceId: string
  readonly userId: string
  readonly signal: AbortSignal
}

/** A tool that runs on the server, declared by the operator. */
export interface BackendTool {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject
  /** Called with arguments that the schema accepts. What it throws, the model is told as a failure. */
  readonly execute: (args: JsonObject, context: ToolContext) => JsonValue | Promise<JsonValue>
}
