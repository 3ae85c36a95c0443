import type { HostTool, HumanQuestion, ToolReply, ToolRun } from '../../shared/bridge/contract.ts'
import { fieldsOf } from '../../shared/bridge/guards.ts'
import { isToolProgress, readProgress, type ToolQuestion } from '../../shared/bridge/tool-extras.ts'
import { randomId } from '../../shared/ids.ts'
import { THREAD_TEXTS } from '../../shared/thread-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import { nameRun, type ToolRunState } from '../conversation/atoms/tool-runs.ts'
import { notJsonWarning, type ToolContext } from '../conversation/atoms/tools.ts'

/** The page finds a run by this id to undo it. */
const RUN_ID_LENGTH = 16

export interface ToolRunsSettings {
  /** Asks the page to run a tool. Rejects if the page cannot be reached, or the signal aborts. */
  readonly runTool: (run: ToolRun, signal: AbortSignal) => Promise<ToolReply>
  /** Asks the page about a tool. Rejects likewise, and after the time limit. */
  readonly askTool: (
    question: ToolQuestion,
    timeoutMs: number,
    signal?: AbortSignal,
  ) => Promise<unknown>
  /** The state of a run changed; see `nameRun`. */
  readonly noteRun: (run: string, change: Partial<ToolRunState>) => void
  readonly warn: (text: string) => void
}

export type ToolRuns = ReturnType<typeof createToolRuns>

/** The runs of the page's tools, with their progress and questions. */
export function createToolRuns({ runTool, askTool, noteRun, warn }: ToolRunsSettings) {
  const running = new Map<string, ToolContext>()
  let epoch = new AbortController()

  async function run(
    call: Omit<ToolRun, 'callId'>,
    context: ToolContext,
  ): Promise<JsonValue | undefined> {
    const { toolCallId: callId, messageId, signal } = context
    running.set(callId, context)
    try {
      const either = AbortSignal.any([signal, epoch.signal])
      const reply = await runTool({ ...call, callId }, either)
      // The text is already the page's, so it gets no prefix.
      if ('errorText' in reply) throw new AlcoveError('internal', reply.errorText)
      if (reply.isLossy) warn(notJsonWarning(JSON.stringify(reply.output)))
      return reply.output
    } finally {
      if (running.get(callId) === context) running.delete(callId)
      noteRun(nameRun(messageId, callId), { progress: undefined })
    }
  }

  return {
    run,
    /** Runs a tool so that it can be undone while the same user stays. */
    async runUndoable({ name, timeoutMs }: HostTool, args: JsonObject, context: ToolContext) {
      const runId = randomId(RUN_ID_LENGTH)
      const { signal } = epoch
      const output = await run({ name, args, runId }, context)
      const takeBack = async () => {
        const reply = await askTool({ about: 'undo', name, runId }, timeoutMs, signal)
        const { errorText } = fieldsOf(reply)
        if (typeof errorText === 'string') throw new AlcoveError('internal', errorText)
      }
      noteRun(nameRun(context.messageId, context.toolCallId), { undo: 'possible', takeBack })
      return output
    },
    abort() {
      epoch.abort(new AlcoveError('destroyed', THREAD_TEXTS.toolAborted))
      epoch = new AbortController()
    },
    noteProgress(told: unknown) {
      if (!isToolProgress(told)) return
      const context = running.get(told.callId)
      if (!context) return
      const progress = readProgress(told.state)
      if (progress) noteRun(nameRun(context.messageId, told.callId), { progress })
      else warn('Expected progress of a text, or { text, fraction } with a fraction from 0 to 1.')
    },
    async askHuman({ callId, payload }: HumanQuestion): Promise<JsonValue> {
      const context = running.get(callId)
      if (!context) throw new AlcoveError('not_found', 'No such tool call runs.')
      return context.human(payload)
    },
  }
}
