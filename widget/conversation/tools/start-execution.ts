import { describeIssues } from '../../../shared/argument-texts.ts'
import { TOOL_TIMEOUT_MS } from '../../../shared/bridge/contract.ts'
import { describeThrown } from '../../../shared/bridge/plain-json.ts'
import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import type { JsonValue } from '../../../shared/json.ts'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import type { Clock } from '../../api/clock.ts'
import { checkArguments } from './check-arguments.ts'
import { finishResult, type ToolResult } from './tool-outcome.ts'
import type { RunTool } from './tool-registry.ts'

export interface ExecutionSettings {
  readonly tool: RunTool
  readonly part: Pick<ToolCallPart, 'toolCallId' | 'args'>
  readonly messageId: string
  readonly clock: Clock
  readonly warn: (text: string) => void
  /** Called when the tool asks a question or has its answer. */
  readonly onQuestion: () => void
  /** Called once, never before `startExecution` returned. */
  readonly onEnd: (result: ToolResult) => void
}

/** A run of a tool. */
export interface Execution {
  /** The open question to the person; `undefined`: none. */
  readonly payload: JsonValue | undefined
  /** Answers the question. Returns false without one. */
  answer(value: JsonValue): boolean
  /** Ends the run with an error, even if the tool continues. */
  abort(errorText: string): void
}

/** Validates the arguments against the tool's schema, and runs the tool. */
export function startExecution(settings: ExecutionSettings): Execution {
  const { tool, part, messageId, clock, warn, onQuestion, onEnd } = settings
  const { timeoutMs = TOOL_TIMEOUT_MS } = tool
  const controller = new AbortController()
  const question = createQuestion(() => {
    stopwatch.setRunning(question.payload === undefined)
    onQuestion()
  })
  const stopwatch = createStopwatch(clock, timeoutMs, () =>
    abort(`The tool did not answer within ${timeoutMs} ms.`),
  )
  const context = {
    toolCallId: part.toolCallId,
    messageId,
    signal: controller.signal,
    human: (payload: JsonValue) => question.ask(payload),
  }
  let isOver = false

  function end(result: ToolResult, error: AlcoveError) {
    if (isOver) return
    isOver = true
    stopwatch.setRunning(false)
    question.close(error)
    controller.abort(error)
    onEnd(result)
  }

  function abort(errorText: string) {
    end({ type: 'error', errorText }, new AlcoveError('interrupted', errorText))
  }

  async function run(): Promise<ToolResult> {
    const { args } = part
    const issues = await checkArguments(tool.parameters, args)
    // The run may have been stopped while the validator was loaded.
    controller.signal.throwIfAborted()
    if (issues.length === 0) return finishResult(await tool.execute(args, context), warn)
    const supplied = await tool.onInvalid?.(args, issues, context)
    if (supplied !== undefined) return finishResult(supplied, warn)
    return { type: 'error', errorText: describeIssues(issues) }
  }

  const over = new AlcoveError('interrupted', 'The tool call is over.')
  run().then(
    (result) => end(result, over),
    (error: unknown) => end({ type: 'error', errorText: describeThrown(error) }, over),
  )

  return {
    get payload() {
      return question.payload
    },
    answer: (value) => question.answer(value),
    abort,
  }
}

/** A time limit that can be paused. */
interface Stopwatch {
  /** Pauses or continues. Idempotent. */
  setRunning(isRunning: boolean): void
}

/** Starts at once. Calls `onEnd` once, after `limitMs` of running time. */
function createStopwatch(clock: Clock, limitMs: number, onEnd: () => void): Stopwatch {
  let leftMs = limitMs
  let startedAt = 0
  let cancel: (() => void) | undefined

  function setRunning(isRunning: boolean) {
    if (isRunning === (cancel !== undefined)) return
    if (isRunning) {
      startedAt = clock.uptime()
      cancel = clock.after(leftMs, onEnd)
    } else {
      cancel?.()
      cancel = undefined
      leftMs -= clock.uptime() - startedAt
    }
  }

  setRunning(true)
  return { setRunning }
}

/** The question of a running tool to the person, one at a time. */
interface Question {
  /** The open question; `undefined`: none. */
  readonly payload: JsonValue | undefined
  /** Asks a question. An earlier one rejects with `conflict`. */
  ask(payload: JsonValue): Promise<JsonValue>
  /** Answers the question. Returns false without one. */
  answer(value: JsonValue): boolean
  /** Rejects the open question and all later ones. */
  close(error: AlcoveError): void
}

interface Asked {
  readonly payload: JsonValue
  readonly resolve: (value: JsonValue) => void
  readonly reject: (error: AlcoveError) => void
}

function createQuestion(onChange: () => void): Question {
  let asked: Asked | undefined
  let closed: AlcoveError | undefined

  /** Clears the question first, because a notified listener reads the current one. */
  function take(): Asked | undefined {
    const before = asked
    asked = undefined
    return before
  }

  return {
    get payload() {
      return asked?.payload
    },
    ask(payload) {
      if (closed) return Promise.reject(closed)
      take()?.reject(new AlcoveError('conflict', THREAD_TEXTS.humanSuperseded))
      // No limit: a person answers; the tool's own time stands still meanwhile, and `close` ends it with the call.
      const { promise, resolve, reject } = Promise.withResolvers<JsonValue>()
      asked = { payload, resolve, reject }
      onChange()
      return promise
    },
    answer(value) {
      const before = take()
      before?.resolve(value)
      if (before) onChange()
      return before !== undefined
    },
    close(error) {
      closed = error
      take()?.reject(error)
    },
  }
}
