import type { Keeper } from './keeper.ts'
import type { ThreadLog } from './thread-log.ts'
import { cancelOutcomes, foldOutcomes, outcomePart } from './tool-outcomes.ts'
import type { ToolOutcome } from './tools/tool-outcome.ts'
import type { ToolRunner, ToolRunnerSettings } from './tools/tool-runner.ts'
import type { Turns } from './turns.ts'

/** Makes a tool runner that tells these what happens. */
export type CreateToolRunner = (
  listeners: Omit<ToolRunnerSettings, 'tools' | 'clock' | 'warn'>,
) => Promise<ToolRunner>

export interface ToolDeskSettings extends Pick<
  ToolRunnerSettings,
  'onHumanRequests' | 'reload' | 'onFailure'
> {
  readonly createRunner: CreateToolRunner
  readonly log: ThreadLog
  readonly turns: Pick<Turns, 'isRunning' | 'proceed' | 'conclude'>
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

interface Told {
  readonly messageId: string
  readonly outcomes: readonly ToolOutcome[]
}

export async function createToolDesk(settings: ToolDeskSettings): Promise<ToolDesk> {
  const { createRunner, log, turns, onBusy, ...listeners } = settings
  const queue: Told[] = []
  let isAborting = false

  const runner = await createRunner({
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
    if (told && answer) turns.proceed(answer, told.outcomes.map(outcomePart))
  }

  function cancel({ messageId, outcomes }: Told) {
    const answer = log.tree.get(messageId)
    if (!answer) return
    const cancelled = cancelOutcomes(answer, outcomes)
    log.update(cancelled)
    void runner.settle(cancelled)
    void settings.keeper?.save(messageId, true)
  }

  function end(): readonly Told[] {
    isAborting = true
    runner.abort()
    isAborting = false
    return queue.splice(0)
  }

  return {
    runner,
    goOn,
    abort() {
      const ended = end()
      // A server that keeps the answer does not hear of it: it stays as a reload would show it.
      if (settings.keeper) ended.forEach(cancel)
    },
    stop() {
      const ended = end()
      ended.forEach(cancel)
      const told = ended.at(-1)
      const answer = told && log.tree.get(told.messageId)
      if (answer && !turns.isRunning) turns.conclude(answer, told.outcomes.map(outcomePart))
    },
  }
}
