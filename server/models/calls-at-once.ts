import { runAtOnce } from './run-at-once.ts'
import type { CallRunner } from './run-calls.ts'
import type { OwnCall, StepPart } from './step-parts.ts'

type Ended = Extract<StepPart, { readonly type: 'tool-outcome' }>

interface RunSetup {
  readonly runCall: CallRunner
  /** Aborts when the answer is stopped: calls that wait do not start any more. */
  readonly signal: AbortSignal
}

/** Runs calls concurrently, and yields each as it ends. */
export async function* runCalls(
  calls: readonly OwnCall[],
  { runCall, signal }: RunSetup,
): AsyncGenerator<Ended, void, undefined> {
  const run = async (call: OwnCall): Promise<Ended> => ({
    type: 'tool-outcome',
    call,
    outcome: await runCall(call.tool, call.args, call.toolCallId),
  })
  for await (const ended of runAtOnce(calls, run, signal)) {
    // A finished tool call is reported even if the stop came at the same time.
    if (!signal.aborted || ended.outcome.type === 'result') yield ended
  }
  signal.throwIfAborted()
}
