import type { JsonObject, JsonValue } from '../json.ts'

/** Of one page. The server takes no more for one answer. */
export const HOST_TOOLS_MAX = 32
/** Of one tool's schema, in characters of its JSON text. */
export const TOOL_SCHEMA_LIMIT_CHARACTERS = 16_384
/** Of one tool's description. */
export const TOOL_DESCRIPTION_LIMIT_CHARACTERS = 4_096
/** Of all tools of a page together, as JSON text: a setup has to fit into one message. */
export const HOST_TOOLS_LIMIT_CHARACTERS = 49_152
/** How long a tool may run unless it says otherwise. */
export const TOOL_TIMEOUT_MS = 60_000
/** The longest time that a tool may ask for: one hour. */
export const TOOL_TIMEOUT_LIMIT_MS = 3_600_000
/** How many issues of one call cross: a list of 10,000 wrong items is told by its first. */
export const ISSUES_MAX = 20

export type ToolScope = 'read' | 'write' | 'navigate' | 'sensitive'

/** A tool of the host page, without what only the page can do: run it. */
export interface HostTool {
  readonly name: string
  readonly description: string
  /** The JSON schema of its arguments as text: how long a text is, is known before it is read. */
  readonly schema: string
  /** `human`: nothing runs; the call is a question, and what the person answers is its result. */
  readonly kind: 'run' | 'human'
  readonly scope: ToolScope
  /** `ask`: a person has to allow each call, with its arguments before them. */
  readonly approval: 'never' | 'ask'
  readonly timeoutMs: number
  /** Whether the page wants to be called with arguments that the schema does not accept. */
  readonly handlesInvalid: boolean
}

/** What the schema does not accept about a call's arguments. */
export interface ArgumentIssue {
  /** From the arguments down; empty: the arguments themselves. */
  readonly path: readonly string[]
  readonly message: string
}

/** One call of a host tool. */
export interface ToolRun {
  readonly name: string
  readonly callId: string
  readonly args: JsonObject
  /** Only where the tool handles invalid arguments, and these are. */
  readonly issues?: readonly ArgumentIssue[]
}

/** How a host tool ended. */
export type ToolReply =
  /** Without `output` it gave nothing back; `isLossy`: it was no JSON, and this is what is left. */
  { readonly output?: JsonValue; readonly isLossy?: boolean } | { readonly errorText: string }

/** What a running host tool asks of the person. */
export interface HumanQuestion {
  readonly callId: string
  readonly payload: JsonValue
}
