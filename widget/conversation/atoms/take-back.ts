import { atom } from 'jotai/vanilla'
import type { JsonObject } from '../../../shared/json.ts'
import type { ToolCallPart } from '../../../shared/thread/message.ts'
import { createForNextQuestion } from './next-question.ts'
import { nameRun, noteToolRunAtom, toolRunsAtom } from './tool-runs.ts'

/** Maximum number of undone calls in a message, which has little space; the newest are kept. */
export const UNDONE_MAX = 8
/** Limit for arguments, by which the model recognizes the call. Longer ones are left out. */
export const UNDONE_ARGUMENTS_MAX_CHARACTERS = 500
/** Limit for the page's text about its failure. */
export const UNDO_PROBLEM_MAX_CHARACTERS = 200

const undone = createForNextQuestion<JsonObject>('undone by the person', UNDONE_MAX)

/** Notes an undone call for the model. */
const noteUndoneAtom = atom(null, (get, set, call: JsonObject) =>
  set(undone.setItemsAtom, [...get(undone.itemsAtom), call]),
)

/** Lets the page undo a call. Returns true if it did; the model learns of it with the next message. */
export const takeBackAtom = atom(
  null,
  async (get, set, messageId: string, call: ToolCallPart): Promise<boolean> => {
    const run = nameRun(messageId, call.toolCallId)
    const { takeBack, undo } = get(toolRunsAtom).get(run) ?? {}
    if (!takeBack || undo === 'running') return false
    set(noteToolRunAtom, run, { undo: 'running', problem: undefined })
    const problem = await takeBack().then(
      () => undefined,
      (error: unknown) => String((error as Partial<Error>)?.message ?? error),
    )
    // The person has changed meanwhile.
    if (get(toolRunsAtom).get(run)?.takeBack !== takeBack) return false
    if (problem === undefined) {
      set(noteToolRunAtom, run, { undo: 'done', takeBack: undefined })
      set(noteUndoneAtom, { ...describe(call), outcome: 'undone' })
      return true
    }
    const told = problem.slice(0, UNDO_PROBLEM_MAX_CHARACTERS).toWellFormed()
    set(noteToolRunAtom, run, { undo: 'failed', problem: told })
    set(noteUndoneAtom, { ...describe(call), outcome: 'could not be undone', problem: told })
    return false
  },
)

function describe({ toolName: tool, args }: ToolCallPart): JsonObject {
  const isShort = JSON.stringify(args).length <= UNDONE_ARGUMENTS_MAX_CHARACTERS
  return isShort ? { tool, arguments: args } : { tool }
}
