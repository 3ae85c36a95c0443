import type { JsonObject } from '../../shared/json.ts'
import { applyChunk } from '../../shared/thread/apply-chunk.ts'
import type { Message, MessageStatus } from '../../shared/thread/message.ts'
import type { Chunk } from '../../shared/wire/chunk.ts'
import { CANCELLED } from './answer-status.ts'
import type { Keeper } from './history-keeper.ts'
import type { ToolAnswer } from './tools/decide-call.ts'
import type { ThreadLog } from './thread-log.ts'
import type { ToolOutcome } from './tools/tool-outcome.ts'
import type { ToolRunner, ToolRunnerSettings } from './tools/tool-runner.ts'
import type { UiPart } from './transport.ts'

/**
 * Maximum number of the model's calls for one answer that this browser stores: the upper limit of a project's
 * `maxSteps`. A server that stores answers counts them itself.
 */
export const STEPS_MOST = 50

/** Makes a tool runner with these listeners. */
export type CreateToolRunner = (
  listeners: Omit<ToolRunnerSettings, 'tools' | 'clock' | 'warn'>,
  /** Returns the server's id of the conversation, once it has one. */
  readThreadId: () => string,
) => ToolRunner

export interface ToolDeskSettings {
  readonly createRunner: CreateToolRunner
  readonly log: ThreadLog
  readonly host: ToolsHost
  /** True if this browser stores the answers. Then outcomes are reported with the whole answer. */
  readonly savesHere: boolean
  readonly keeper: Keeper | null
}

/** The parts of the conversation that the tools of its answers use. */
export interface ToolsHost {
  readonly isTurnRunning: boolean
  /** Continues an answer with these outcomes of its calls. */
  proceed(answer: Message, outcomes: readonly UiPart[]): void
  /** Reports to the server that an answer with these outcomes was stopped and does not continue. */
  conclude(answer: Message, outcomes: readonly UiPart[]): void
  /** Makes an answer again. */
  reload(messageId: string): void
  /** Called when a tool begins or ends. */
  noteRun(): void
}

/** Connects the tool runner with the turns of a thread. */
export interface ToolDesk {
  /** True while a tool runs or outcomes wait for a turn. */
  readonly isBusy: boolean
  observe(answer: Message): void
  /** Called when an answer has ended, or was loaded. */
  settle(answer: Message): void
  answer(toolCallId: string, answer: ToolAnswer): void
  /** Aborts running tools. Their answers do not continue. */
  abort(): void
  /** As `abort`, when a person stops the answer. The server is told, so that nothing waits after a reload. */
  stop(): void
}

const OUT_OF_STEPS: MessageStatus = { type: 'incomplete', reason: 'tool-calls' }

/** Steps of an answer. A server that does not mark steps makes at least one call in each. */
const stepsOf = ({ metadata, content }: Message): number =>
  metadata.steps?.length || content.filter(({ type }) => type === 'tool-call').length

interface Told {
  readonly messageId: string
  readonly outcomes: readonly ToolOutcome[]
}

export function createToolDesk(settings: ToolDeskSettings): ToolDesk {
  const { log, host, savesHere } = settings
  const queue: Told[] = []
  let isAborting = false

  /** Made with the first call. */
  let runner: ToolRunner | undefined

  const openRunner = (): ToolRunner => (runner ??= createDeskRunner(settings, takeOutcomes))

  function takeOutcomes(messageId: string, outcomes: readonly ToolOutcome[]) {
    queue.push({ messageId, outcomes })
    if (isAborting) return
    const answer = log.tree.get(messageId)
    if (answer) log.update(foldOutcomes(answer, outcomes))
    goOn()
  }

  function goOn() {
    if (host.isTurnRunning) return
    const told = queue.shift()
    const answer = told && log.tree.get(told.messageId)
    if (!told || !answer) return
    if (savesHere && stepsOf(answer) >= STEPS_MOST) return end(answer, OUT_OF_STEPS)
    const resumed = savesHere ? foldResumed(answer, told.outcomes) : answer
    host.proceed(resumed, told.outcomes.map(outcomePart))
  }

  function cancel({ messageId, outcomes }: Told) {
    const answer = log.tree.get(messageId)
    if (!answer) return
    end(foldOutcomes(answer, outcomes), CANCELLED)
  }

  /** Ends an answer: the model gets no outcomes, and nothing continues. */
  function end(answer: Message, status: MessageStatus) {
    const ended = { ...answer, status }
    log.update(ended)
    void openRunner().settle(ended)
    void settings.keeper?.save(answer.id, true)
  }

  function abortRunner(): readonly Told[] {
    isAborting = true
    runner?.abort()
    isAborting = false
    return queue.splice(0)
  }

  return {
    get isBusy() {
      return runner?.isBusy === true
    },
    observe(answer) {
      if (log.closing.aborted) return
      if (answer.content.some(({ type }) => type === 'tool-call')) openRunner().observe(answer)
    },
    settle(answer) {
      if (!runner && answer.status?.type !== 'requires-action') return
      void openRunner().settle(answer)
      // Report outcomes of decisions made during another turn.
      goOn()
    },
    answer: (toolCallId, answer) => openRunner().answer(toolCallId, answer),
    abort() {
      const ended = abortRunner()
      // A server that stores the answer is not told: the answer stays as after a reload.
      if (savesHere) ended.forEach(cancel)
    },
    stop() {
      const ended = abortRunner()
      ended.forEach(cancel)
      const told = ended.at(-1)
      const answer = told && log.tree.get(told.messageId)
      if (answer && !host.isTurnRunning) host.conclude(answer, told.outcomes.map(outcomePart))
    },
  }
}

const createDeskRunner = (
  { createRunner, log, host }: ToolDeskSettings,
  onOutcomes: ToolRunnerSettings['onOutcomes'],
): ToolRunner =>
  createRunner(
    {
      closing: log.closing,
      onHumanRequests: (requests) => log.tell({ type: 'human-requests', requests }),
      reload: (messageId) => host.reload(messageId),
      // Delayed, because an outcome may start the next turn at once, and no pause should be visible between.
      onBusy: () => queueMicrotask(() => host.noteRun()),
      onOutcomes,
    },
    () => log.id,
  )

/**
 * Adds outcomes to an answer. A server that stores the answer sends the same again; only the server knows the
 * result of an interrupt.
 */
const foldOutcomes = (answer: Message, outcomes: readonly ToolOutcome[]): Message =>
  outcomes.flatMap(outcomeChunk).reduce(applyChunk, answer)

/** Marks interrupted calls as resumed, for a server that only gets the answer itself. */
const foldResumed = (answer: Message, outcomes: readonly ToolOutcome[]): Message =>
  outcomes
    .filter(({ type }) => type === 'interrupt')
    .map(({ toolCallId, toolName }): Chunk => {
      return { type: 'tool-output-available', toolCallId, output: resumedOutput(toolName) }
    })
    .reduce(applyChunk, answer)

const resumedOutput = (toolName: string): JsonObject => ({ continueInterruption: true, toolName })

function outcomeChunk(outcome: ToolOutcome): Chunk[] {
  const { toolCallId } = outcome
  switch (outcome.type) {
    case 'output':
      return [{ type: 'tool-output-available', toolCallId, output: outcome.output }]
    case 'error':
      return [{ type: 'tool-output-error', toolCallId, errorText: outcome.errorText }]
    case 'approval': {
      const { approvalId, isApproved: approved, reason } = outcome
      const said = reason === undefined ? {} : { reason }
      return [{ type: 'tool-approval-response', approvalId, approved, ...said }]
    }
    case 'interrupt':
      return []
    default:
      return outcome satisfies never
  }
}

/** Converts an outcome to the AI SDK's form, with the arguments that it was decided for. */
function outcomePart(outcome: ToolOutcome): UiPart {
  const { toolCallId, toolName, args: input } = outcome
  const call = { type: `tool-${toolName}`, toolCallId, input }
  switch (outcome.type) {
    case 'output':
      return { ...call, state: 'output-available', output: outcome.output }
    case 'error':
      return { ...call, state: 'output-error', errorText: outcome.errorText }
    case 'approval': {
      const { approvalId: id, isApproved: approved, reason } = outcome
      const approval = { id, approved, ...(reason === undefined ? {} : { reason }) }
      return { ...call, state: 'approval-responded', approval }
    }
    case 'interrupt':
      return { ...call, state: 'output-available', output: resumedOutput(toolName) }
    default:
      return outcome satisfies never
  }
}
