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
 * Calls of the model that one answer gets where this browser keeps it: the most that a project's
 * `maxSteps` can be. A server that keeps the answer counts them itself.
 */
export const STEPS_MOST = 50

/** Makes a tool runner that tells these what happens. */
export type CreateToolRunner = (
  listeners: Omit<ToolRunnerSettings, 'tools' | 'clock' | 'warn'>,
  /** The server's name of the conversation, once it has one. */
  readThreadId: () => string,
) => ToolRunner

export interface ToolDeskSettings {
  readonly createRunner: CreateToolRunner
  readonly log: ThreadLog
  readonly host: ToolsHost
  /** No server keeps the answers: one is told of outcomes by the whole answer. */
  readonly savesHere: boolean
  readonly keeper: Keeper | null
}

/** The conversation, as the tools of its answers use it. */
export interface ToolsHost {
  readonly isTurnRunning: boolean
  /** Goes on with an answer whose calls have these outcomes by now. */
  proceed(answer: Message, outcomes: readonly UiPart[]): void
  /** Tells the server that an answer whose calls have these outcomes was stopped: it does not go on. */
  conclude(answer: Message, outcomes: readonly UiPart[]): void
  /** Makes an answer again. */
  reload(messageId: string): void
  /** A tool began or ended. */
  noteRun(): void
}

/** The tools of a thread's answers, between what runs them and its turns. */
export interface ToolDesk {
  /** A tool runs, or something waits for its turn. */
  readonly isBusy: boolean
  observe(answer: Message): void
  /** An answer has ended, or was loaded. */
  settle(answer: Message): void
  answer(toolCallId: string, answer: ToolAnswer): void
  /** Ends what runs; the answers that it ran for do not go on. */
  abort(): void
  /** The same when somebody stops the answer; the server is told: after a reload nothing waits again. */
  stop(): void
}

const OUT_OF_STEPS: MessageStatus = { type: 'incomplete', reason: 'tool-calls' }

/** A server that does not say where a step begins makes at least one call in each. */
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

  /** The model is not told what its calls gave, and nothing goes on. */
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
      // What was decided while another turn ran.
      goOn()
    },
    answer: (toolCallId, answer) => openRunner().answer(toolCallId, answer),
    abort() {
      const ended = abortRunner()
      // A server that keeps the answer does not hear of it: it stays as a reload would show it.
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
      // What a tool gave may begin the next turn at once: nobody should see a pause there.
      onBusy: () => queueMicrotask(() => host.noteRun()),
      onOutcomes,
    },
    () => log.id,
  )

/**
 * An answer with what was decided about its calls; a server that keeps the answer says the same again,
 * and what comes of an interrupt only it knows.
 */
const foldOutcomes = (answer: Message, outcomes: readonly ToolOutcome[]): Message =>
  outcomes.flatMap(outcomeChunk).reduce(applyChunk, answer)

/** An interrupted call with the word to go on, for a server that hears of it by the answer alone. */
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

/** A decision about a call, in the AI SDK's form, with the arguments that it was made for. */
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
