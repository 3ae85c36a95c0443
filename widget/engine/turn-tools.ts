import type { Message } from '../../shared/thread/message.ts'
import type { ToolAnswer } from './tool-answer.ts'
import { createToolDesk, type ToolDesk, type ToolDeskSettings } from './tool-desk.ts'
import type { Turns } from './turns.ts'

export interface TurnToolsSettings extends Omit<ToolDeskSettings, 'turns'> {
  readonly turns: () => Turns
}

/** The tools of a thread's answers. What runs them is made with the first call. */
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
  let desk: ToolDesk | undefined
  const open = () => (desk ??= createToolDesk({ ...settings, turns: settings.turns() }))

  return {
    get isBusy() {
      return desk?.runner.isBusy === true
    },
    observe(answer) {
      if (settings.closing.aborted) return
      if (answer.content.some(({ type }) => type === 'tool-call')) open().runner.observe(answer)
    },
    settle(answer) {
      if (!desk && answer.status?.type !== 'requires-action') return
      const { runner, goOn } = open()
      void runner.settle(answer)
      goOn()
    },
    answer: (id, answer) => open().runner.answer(id, answer),
    abort: () => desk?.abort(),
    stop: () => desk?.stop(),
  }
}
