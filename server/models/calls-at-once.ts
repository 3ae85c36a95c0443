import type { CallRunner } from './run-calls.ts'
import type { OwnCall, StepPart } from './step-parts.ts'

/** Calls of this server's tools that run at once for one answer; a model may make thousands. */
export const CALLS_AT_ONCE = 16

type Ended = Extract<StepPart, { readonly type: 'tool-outcome' }>

interface RunSetup {
  readonly runCall: CallRunner
  /** Aborts when the answer is stopped: calls that wait do not start any more. */
  readonly signal: AbortSignal
}

/** Runs calls concurrently, at most {@link CALLS_AT_ONCE}, and yields each as it ends. */
export async function* runCalls(
  calls: readonly OwnCall[],
  { runCall, signal }: RunSetup,
): AsyncGenerator<Ended, void, undefined> {
  const waiting = [...calls]
  const running = new Map<OwnCall, Promise<Ended>>()
  const start = (call: OwnCall) =>
    running.set(
      call,
      runCall(call.tool, call.args, call.toolCallId).then((outcome): Ended => ({
        type: 'tool-outcome',
        call,
        outcome,
      })),
    )
  for (const call of waiting.splice(0, CALLS_AT_ONCE)) start(call)
  while (running.size > 0) {
    const ended = await Promise.race(running.values())
    running.delete(ended.call)
    const next = signal.aborted ? undefined : waiting.shift()
    if (next) start(next)
    // A finished tool call is reported even if the stop came at the same time.
    if (!signal.aborted || ended.outcome.type === 'result') yield ended
  }
  signal.throwIfAborted()
}
