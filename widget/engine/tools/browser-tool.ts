import type { ArgumentIssue } from '../../../shared/bridge/contract.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'

/** What a running tool has besides its arguments. */
export interface ToolContext {
  readonly toolCallId: string
  /** Aborts when somebody stops it, when it takes too long, or when the server has a result. */
  readonly signal: AbortSignal
  /**
   * Asks the person and waits for the answer; the time limit stands still. A second question takes
   * the place of the first.
   *
   * @throws AlcoveError `conflict`: another question came; `interrupted`: the call is over.
   */
  human(payload: JsonValue): Promise<JsonValue>
}

/** What the model is told of a tool. */
export interface ToolDescription {
  readonly description?: string
  /** A JSON schema of an object. */
  readonly parameters: JsonObject
  /** The model is not told of it, and it does not run. Default false. */
  readonly isDisabled?: boolean
}

/** A tool that runs in this browser. */
export interface RunTool extends ToolDescription {
  readonly type: 'run'
  /** `ask`: a person has to allow each call first. */
  readonly approval: 'never' | 'ask'
  /** Milliseconds, without the time that a person is asked. Default 60,000. */
  readonly timeoutMs?: number
  /** May return anything; `undefined` becomes "<no result>". What it throws is the result as well. */
  execute(args: JsonObject, context: ToolContext): unknown
  /** Gives the result for arguments that the schema does not accept; `undefined`: it has none. */
  onInvalid?(args: JsonObject, issues: readonly ArgumentIssue[], context: ToolContext): unknown
}

/** A tool that is a question: its arguments are shown, and what the person answers is the result. */
export interface HumanTool extends ToolDescription {
  readonly type: 'human'
}

/** A tool that the server runs; here only so that a registry can hold all tools. */
export interface BackendTool extends ToolDescription {
  readonly type: 'backend'
}

export type BrowserTool = RunTool | HumanTool | BackendTool

/** Where a runner finds its tools. */
export interface ToolSource {
  get(name: string): BrowserTool | undefined
  /** Tells of every change; returns how to stop. */
  subscribe(listener: () => void): () => void
}
