import { THREAD_TEXTS } from '../../../shared/thread-texts.ts'
import { AlcoveError } from '../../../shared/errors.ts'
import type { Message } from '../../../shared/thread/message.ts'
import type { Clock } from '../../api/clock.ts'
import type { HumanRequest } from '../thread-log.ts'
import { findRefusal, toolToCheck } from './check-before-approval.ts'
import { type ToolAnswer, decideCall } from './decide-call.ts'
import { startExecution } from './start-execution.ts'
import type { Decision, ToolOutcome } from './tool-outcome.ts'
import type { RunTool, ToolSource } from './tool-registry.ts'
import {
  asksPerson,
  awaitsBrowser,
  createBook,
  isActive,
  isSameRequests,
  listRequests,
  type TrackedCall,
  type TrackedMessage,
} from './tracked-call.ts'

export interface ToolRunnerSettings {
  readonly tools: ToolSource
  readonly clock: Clock
  /**
   * Reports decisions about calls of a settled answer, together when none of its tools runs any more. Until the
   * answer settles again, no more are reported.
   */
  readonly onOutcomes: (messageId: string, outcomes: readonly ToolOutcome[]) => void
  /** Called with all questions to the person, on each change. */
  readonly onHumanRequests: (requests: readonly HumanRequest[]) => void
  /** Called with true when a tool runs and does not wait for a person, with false when none does. */
  readonly onBusy: (isBusy: boolean) => void
  /** Makes the answer again, for an interrupt. */
  readonly reload: (messageId: string) => void
  /**
   * Called with `conflict` after an answer for a call that does not wait for it. Default: a warning on the
   * console.
   */
  readonly onFailure?: (error: AlcoveError) => void
  /** Default: the console. */
  readonly warn?: (text: string) => void
  /** Aborts all runs and stops all reports. */
  readonly closing?: AbortSignal
}

/** Runs the tools of this browser for the answers of one thread. None of its functions throws. */
export interface ToolRunner {
  /**
   * Takes each fold of the running answer. A call that is first seen here runs automatically. A call first seen
   * by `settle` was loaded, and runs only when a person says so.
   */
  observe(answer: Message): void
  /**
   * Takes an answer that has ended and may wait. Resolves when this browser can do no more for now. If an answer
   * settles again after its outcomes were reported, decisions that the server did not accept can be made anew;
   * nothing runs twice.
   */
  settle(answer: Message): Promise<void>
  answer(toolCallId: string, answer: ToolAnswer): void
  /**
   * Aborts running tools, with the error in the specification. Waiting calls ask no question until their answer
   * is settled again.
   */
  abort(): void
  readonly isBusy: boolean
}

export function createToolRunner(settings: ToolRunnerSettings): ToolRunner {
  const { tools, clock, onOutcomes, closing } = settings
  const warn = settings.warn ?? ((text: string) => console.warn(text))
  const onFailure = settings.onFailure ?? (({ message }: AlcoveError) => warn(message))
  const book = createBook()
  const reporter = createChangeReporter(settings)

  // A runner that is loaded after the end has nothing to follow.
  const unsubscribe = closing?.aborted ? () => {} : tools.subscribe(update)
  closing?.addEventListener('abort', () => {
    unsubscribe()
    abort()
    for (const message of book.messages.values()) message.resolveWaiters()
  })

  /** Runs calls that may run, and reports changes. */
  function update() {
    if (closing?.aborted) return
    for (const call of book.calls()) {
      runByItself(call)
      checkFirst(call)
    }
    reporter.report(book.calls())
    for (const [id, message] of book.messages) reportOutcomes(id, message)
  }

  function runByItself(call: TrackedCall) {
    if (!call.isLive || call.result || !awaitsBrowser(call)) return
    const tool = tools.get(call.part.toolName)
    if (tool?.type !== 'run' || tool.isDisabled || asksPerson(call.part, tool)) return
    start(call, tool)
  }

  /** A person is asked only about arguments that the tool accepts. */
  function checkFirst(call: TrackedCall) {
    const tool = toolToCheck(call, tools)
    if (!tool) return
    call.check = 'running'
    void findRefusal(tool, call.part.args).then((errorText) => {
      call.check = 'done'
      if (errorText === undefined || !awaitsBrowser(call)) return update()
      // As of a run that has ended: it stays the result if the server does not accept it at first.
      call.result = { type: 'error', errorText }
      decide(call, call.result)
    })
  }

  function start(call: TrackedCall, tool: RunTool) {
    call.decidedWith = call.part.args
    const execution = startExecution({
      tool,
      part: call.part,
      messageId: call.messageId,
      clock,
      warn,
      onQuestion: update,
      onEnd(result) {
        call.result = result
        // The server's own result arrived first.
        if (call.isFinished) return
        call.execution = undefined
        setDecision(call, result)
      },
    })
    call.execution = execution
  }

  function decide(call: TrackedCall, decision: Decision) {
    call.decidedWith = call.part.args
    setDecision(call, decision)
  }

  function setDecision(call: TrackedCall, decision: Decision) {
    call.decision = decision
    call.wasReported = false
    update()
  }

  function reportOutcomes(id: string, message: TrackedMessage) {
    if (message.isActive) return
    message.resolveWaiters()
    if (!message.isSettled) return
    const outcomes = takeOutcomes(message)
    if (outcomes.length === 0) return
    // The answer continues: decisions made meanwhile wait until it settles again.
    message.isSettled = false
    onOutcomes(id, outcomes)
  }

  function answer(toolCallId: string, given: ToolAnswer) {
    const found = book.find(toolCallId)
    const step = found ? decideCall(found[1], given, tools, warn) : { type: 'none' as const }
    if (!found || step.type === 'none') {
      return onFailure(new AlcoveError('conflict', THREAD_TEXTS.notWaitingForHuman(toolCallId)))
    }
    const [messageId, call] = found
    switch (step.type) {
      case 'handled':
        return
      case 'start':
        start(call, step.tool)
        return update()
      case 'decide':
        return decide(call, step.decision)
      case 'reload':
        call.isFinished = true
        update()
        return settings.reload(messageId)
      default:
        return step satisfies never
    }
  }

  function abort() {
    for (const { execution } of book.calls()) execution?.abort(THREAD_TEXTS.toolAborted)
    for (const message of book.messages.values()) message.leave()
    update()
  }

  return {
    observe(message) {
      const tracked = book.of(message)
      tracked.isLive = true
      if (message.status?.type === 'running') tracked.isSettled = false
      tracked.take(message)
      update()
    },
    settle(message) {
      const tracked = book.of(message)
      tracked.take(message)
      tracked.isSettled = true
      tracked.giveBack()
      update()
      return tracked.whenIdle()
    },
    answer,
    abort,
    get isBusy() {
      return reporter.isBusy
    },
  }
}

/** Reports running tools and questions, each on change. */
function createChangeReporter({ tools, onHumanRequests, onBusy }: ToolRunnerSettings) {
  let requests: readonly HumanRequest[] = []
  let isBusy = false
  return {
    get isBusy() {
      return isBusy
    },
    report(calls: readonly TrackedCall[]) {
      const isNext = calls.some(isActive)
      if (isNext !== isBusy) {
        isBusy = isNext
        onBusy(isBusy)
      }
      const next = listRequests(calls, tools)
      if (isSameRequests(requests, next)) return
      requests = next
      onHumanRequests(requests)
    },
  }
}

/** Returns the decisions about an answer's calls that are not reported yet, and marks them as reported. */
function takeOutcomes({ calls }: TrackedMessage): readonly ToolOutcome[] {
  return [...calls.values()].flatMap((call) => {
    const { isFinished, decision, wasReported, part, decidedWith: args = part.args } = call
    if (isFinished || !decision || wasReported) return []
    call.wasReported = true
    return [{ toolCallId: part.toolCallId, toolName: part.toolName, args, ...decision }]
  })
}
