import type { Message } from '../../shared/thread/message.ts'
import type { ToolAnswer } from './tool-answer.ts'
import type { ToolDesk, ToolDeskSettings } from './tool-desk.ts'
import type { Turns } from './turns.ts'

export interface TurnToolsSettings extends Omit<ToolDeskSettings, 'turns' | 'onFailure'> {
  readonly turns: () => Turns
  readonly onFailure: (error: unknown) => void
}

/** The tools of a thread's answers. What runs them is loaded with the first call. */
export interface TurnTools {
  /** A tool runs, or something waits for its turn. */
  readonly isBusy: boolean
  observe(answer: Message): void
  /** An answer has ended, or was loaded. */
  settle(answer: Message): void
  answer(toolCallId: string, answer: ToolAnswer): void
  /** Ends what runs; the answers that it ran for do not go on. */
  abort(): void
  /** The same when somebody stops the answer; the server is told. */
  stop(): void
}

export function createTurnTools(settings: TurnToolsSettings): TurnTools {
  const { onBusy, onFailure, closing } = settings
  let loading: Promise<void> | undefined
  let desk: ToolDesk | undefined
  /** How many tasks wait for it. */
  let waiting = 0
  let observed: Message | undefined

  const load = () => {
    loading ??= import('./tool-desk.ts')
      .then(({ createToolDesk }) => createToolDesk({ ...settings, turns: settings.turns() }))
      .then(
        (made) => {
          desk = made
          if (observed && !closing.aborted) made.runner.observe(observed)
        },
        (error: unknown) => {
          loading = undefined
          onFailure(error)
        },
      )
    return loading
  }

  async function withDesk(task: (desk: ToolDesk) => unknown) {
    if (desk) return void task(desk)
    waiting += 1
    await load()
    waiting -= 1
    if (desk && !closing.aborted) task(desk)
    onBusy()
  }

  return {
    get isBusy() {
      return waiting > 0 || desk?.runner.isBusy === true
    },
    observe(answer) {
      if (closing.aborted || !answer.content.some(({ type }) => type === 'tool-call')) return
      observed = answer
      if (desk) desk.runner.observe(answer)
      else void load()
    },
    settle(answer) {
      if (!desk && answer.status?.type !== 'requires-action') return
      void withDesk((loaded) => {
        void loaded.runner.settle(answer)
        loaded.goOn()
      })
    },
    answer: (id, answer) => void withDesk(({ runner }) => runner.answer(id, answer)),
    abort() {
      // Loaded too late, it has nothing to run.
      observed = undefined
      desk?.abort()
    },
    stop() {
      observed = undefined
      desk?.stop()
    },
  }
}
