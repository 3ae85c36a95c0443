import type { ToolCallPart } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { checkArguments } from './check-arguments.ts'
import {
  createCallRunner,
  type CallOutcome,
  type CallRunner,
  type CallSetup,
} from './create-call-runner.ts'
import { writeInterrupt } from './find-interrupt.ts'
import { TOOL_TEXTS } from './run-tool.ts'

interface EndedCall {
  readonly call: ToolCallPart
  readonly outcome: CallOutcome
}

/**
 * Runs calls that somebody allowed, or whose authorisation was given, side by side and with the
 * arguments that are stored. The stream holds `tool-output-available` or `tool-output-error` for each,
 * in the order in which they end; last, when one of them asks for an authorisation, an `error` with its
 * interrupt, and that call stays without a result. It never fails, and ends soon after `signal` aborts.
 */
export async function* resumeCalls(
  calls: readonly ToolCallPart[],
  setup: CallSetup,
): AsyncGenerator<Chunk, void, undefined> {
  const runner = createCallRunner(setup)
  const running = new Map(
    calls.map((call) => [
      call,
      runCall(call, runner, setup).then((outcome): EndedCall => ({ call, outcome })),
    ]),
  )
  let interrupted: Chunk | undefined
  while (running.size > 0) {
    const { call, outcome } = await Promise.race(running.values())
    running.delete(call)
    // What a tool has done is told, also when the stop came with it.
    if (setup.signal.aborted && outcome.type !== 'result') continue
    const chunk = toChunk(call, outcome)
    if (chunk.type === 'error') interrupted = chunk
    else yield chunk
  }
  if (interrupted) yield interrupted
}

async function runCall(
  { toolCallId, toolName, args }: ToolCallPart,
  runner: CallRunner,
  { backend }: CallSetup,
): Promise<CallOutcome> {
  const tool = backend.tools.find(({ name }) => name === toolName)
  if (!tool) return { type: 'failure', errorText: TOOL_TEXTS.unknown }
  // The operator may have changed the schema since.
  const problem = checkArguments(tool, args, backend.argsBytes)
  if (problem !== undefined) return { type: 'failure', errorText: problem }
  return runner.run(tool, args, toolCallId)
}

function toChunk(call: ToolCallPart, outcome: CallOutcome): Chunk {
  const { toolCallId } = call
  switch (outcome.type) {
    case 'result':
      return { type: 'tool-output-available', toolCallId, output: outcome.output }
    case 'failure':
      return { type: 'tool-output-error', toolCallId, errorText: outcome.errorText }
    case 'interrupt':
      return { type: 'error', errorText: writeInterrupt(outcome.interrupt, call) }
    default:
      outcome satisfies never
      return { type: 'tool-output-error', toolCallId, errorText: TOOL_TEXTS.failed }
  }
}
