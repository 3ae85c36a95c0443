import type { JsonObject, JsonValue } from '../../shared/json.ts'
import type { ToolLabels } from '../../shared/tool-labels.ts'

/** Who asked, and until when somebody waits. */
export interface ToolContext {
  readonly projectId: string
  readonly workspaceId: string
  readonly userId: string
  readonly signal: AbortSignal
  /** No other call has it, and this one has it again when it runs again, after an interrupt. */
  readonly toolCallId?: string
}

/** Whether a person has to allow a call: always, or as its arguments say. */
export type NeedsApproval = boolean | ((args: JsonObject) => boolean | Promise<boolean>)

interface ToolDescription {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject
  /**
   * Whether a person has to allow each call before it runs, with the arguments before them. A tool
   * that changes something, sends something or costs something needs it: a text that the model reads
   * can talk it into any call. A check that throws, or takes too long, means yes. Default: false.
   */
  readonly needsApproval?: NeedsApproval
  /** What people read of its calls, in place of its name and of JSON. Default: the name, in words. */
  readonly labels?: ToolLabels
}

/** A tool that runs on the server. */
export interface BackendTool extends ToolDescription {
  /** Called with arguments that the schema accepts. What it throws, the model is told as a failure. */
  readonly execute: (args: JsonObject, context: ToolContext) => JsonValue | Promise<JsonValue>
}

/** A service of the operator's that runs a tool. */
export interface ToolEndpoint {
  /** An https address on the public internet. */
  readonly url: string
  /** Sent with each call, for example a key; never logged, and never shown to a model or a browser. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds until the answer must be whole, at most 60,000. Default: 10,000. */
  readonly timeoutMs?: number
}

/** A tool that an address answers: it gets `{ toolCallId?, name, arguments, user }` by POST. */
export interface EndpointTool extends ToolDescription {
  readonly endpoint: ToolEndpoint
}

/** A tool as the operator declares it. */
export type DeclaredTool = BackendTool | EndpointTool
