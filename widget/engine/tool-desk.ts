import type { Message, MessageStatus } from '../../shared/thread/message.ts'
import type { Keeper } from './keeper.ts'
import type { ThreadLog } from './thread-log.ts'
import { CANCELLED } from './settle-turn.ts'
import { foldOutcomes, foldResumed, outcomePart } from './tool-outcomes.ts'
import type { ToolOutcome } from './tools/tool-outcome.ts'
import type { ToolRunner, ToolRunnerSettings } from './tools/tool-runner.ts'
import type { Turns } from './turns.ts'

/**
 * Calls of the model that one answer gets where this browser keeps it: the most that a project's
 * `maxSteps` can be. A server that keeps the answer counts them itself.
 */
export const STEPS_MOST = 50

/** Makes a tool runner that tells these what happens. */
export type CreateToolRunner = (
  listeners: Omit<ToolRunnerSettings, 'tools' | 'clock' | 'warn'>,
) => ToolRunner

export interface ToolDeskSettings extends Pick<
  ToolRunnerSettings,
  'onHumanRequests' | 'reload' | 'onFailure'
> {
  readonly createRunner: CreateToolRunner
  readonly log: ThreadLog
  readonly turns: Pick<Turns, 'isRunning' | 'proceed' | 'conclude'>
  /** No server keeps the answers: one is told of outcomes by the whole answer. */
  readonly savesHere: boolean
  readonly keeper: Keeper | null
  readonly closing: AbortSignal
  readonly onBusy: () => void
}

/** Between the runner of a thread's tools and its turns. */
export interface ToolDesk {
  readonly runner: ToolRunner
  /** Goes on with what was decided while another turn ran. */
  goOn(): void
  /** Ends what runs; the answers that it ran for do not go on. */
  abort(): void
  /** The same, and the server is told: after a reload nothing waits again. */
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
  const { createRunner, log, turns, savesHere, onBusy, ...listeners } = settings
  const queue: Told[] = []
  let isAborting = false

  const runner = createRunner({
    ...listeners,
    // What a tool gave may begin the next turn at once: nobody should see a pause there.
    onBusy: () => queueMicrotask(onBusy),
    onOutcomes(messageId, outcomes) {
      queue.push({ messageId, outcomes })
      if (isAborting) return
      const answer = log.tree.get(messageId)
      if (answer) log.update(foldOutcomes(answer, outcomes))
      goOn()
    },
  })

  function goOn() {
    if (turns.isRunning) return
    const told = queue.shift()
    const answer = told && log.tree.get(told.messageId)
    if (!told || !answer) return
    if (savesHere && stepsOf(answer) >= STEPS_MOST) return end(answer, OUT_OF_STEPS)
    const resumed = savesHere ? foldResumed(answer, told.outcomes) : answer
    turns.proceed(resumed, told.outcomes.map(outcomePart))
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
    void runner.settle(ended)
    void settings.keeper?.save(answer.id, true)
  }

  function abortRunner(): readonly Told[] {
    isAborting = true
    runner.abort()
    isAborting = false
    return queue.splice(0)
  }

  return {
    runner,
    goOn,
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
      if (answer && !turns.isRunning) turns.conclude(answer, told.outcomes.map(outcomePart))
    },
  }
}
