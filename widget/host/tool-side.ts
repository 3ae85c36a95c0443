import type { ToolReply, ToolRun } from '../../shared/bridge/contract.ts'
import type { ToolQuestion } from '../../shared/bridge/tool-extras.ts'

/** What the page's tools can be asked. */
export interface ToolSide {
  /** Rejects when there is no page, when its answer is none, or with the signal's reason. */
  runTool(run: ToolRun, signal: AbortSignal): Promise<ToolReply>
  /** Rejects likewise, and when the time is over. */
  askTool(question: ToolQuestion, timeoutMs: number, signal?: AbortSignal): Promise<unknown>
}
