import type { ToolReply, ToolRun } from '../../shared/bridge/contract.ts'
import type { ToolQuestion } from '../../shared/bridge/tool-extras.ts'

/** Calls to the page's tools. */
export interface ToolSide {
  /** Rejects without a page, with an invalid reply, or with the signal's reason. */
  runTool(run: ToolRun, signal: AbortSignal): Promise<ToolReply>
  /** Rejects likewise, and after the time limit. */
  askTool(question: ToolQuestion, timeoutMs: number, signal?: AbortSignal): Promise<unknown>
}
