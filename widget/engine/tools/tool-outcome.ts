import type { JsonValue } from '../../../shared/json.ts'

/** How a tool of this browser ended. */
export type ToolResult =
  | { readonly type: 'output'; readonly output: JsonValue }
  | { readonly type: 'error'; readonly errorText: string }

/** What was decided about a call. */
export type Decision =
  | ToolResult
  /** Of a tool that the server runs. */
  | {
      readonly type: 'approval'
      readonly approvalId: string
      readonly isApproved: boolean
      readonly reason?: string
    }
  /** The identity provider has what it wanted: the server runs the call again. */
  | { readonly type: 'interrupt' }

/** What was decided about one call; the server is told, and the answer goes on. */
export type ToolOutcome = { readonly toolCallId: string; readonly toolName: string } & Decision
