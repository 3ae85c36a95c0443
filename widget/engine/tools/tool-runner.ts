import type { AlcoveError } from '../../../shared/errors.ts'
import type { Message } from '../../../shared/thread/message.ts'
import type { Clock } from '../../api/clock.ts'
import type { HumanRequest, ToolAnswer } from '../tool-answer.ts'
import type { ToolSource } from './browser-tool.ts'
import type { ToolOutcome } from './tool-outcome.ts'

export interface ToolRunnerSettings {
  readonly tools: ToolSource
  readonly clock: Clock
  /**
   * What was decided about calls of a settled answer, all at once when no tool of it runs any more.
   * Until the answer settles again, nothing more of it is told.
   */
  readonly onOutcomes: (messageId: string, outcomes: readonly ToolOutcome[]) => void
  /** Everything that is asked of the person now, whenever it changes. */
  readonly onHumanRequests: (requests: readonly HumanRequest[]) => void
  /** A tool runs and does not wait for a person; or none does any more. */
  readonly onBusy: (isBusy: boolean) => void
  /** An interrupt wants the answer made again. */
  readonly reload: (messageId: string) => void
  /** `conflict`: an answer for a call that does not wait for it. Default: a warning on the console. */
  readonly onFailure?: (error: AlcoveError) => void
  /** Default: the console. */
  readonly warn?: (text: string) => void
  /** Ends everything; nothing is told any more. */
  readonly closing?: AbortSignal
}

/** Runs the tools of this browser for the answers of one thread. None of its functions throws. */
export interface ToolRunner {
  /**
   * Every new fold of the running answer. A call that was first seen here runs by itself; one that was
   * first seen by `settle` was loaded, and runs only when a person says so.
   */
  observe(answer: Message): void
  /**
   * The answer has settled and may wait. Resolves when this browser can do no more for now. Settled
   * again after its outcomes were told, what the server did not take can be answered anew; nothing
   * runs twice.
   */
  settle(answer: Message): Promise<void>
  answer(toolCallId: string, answer: ToolAnswer): void
  /**
   * Ends what runs, with the error that the specification names. What only waits asks nothing any
   * more, until its answer is settled again.
   */
  abort(): void
  readonly isBusy: boolean
}
