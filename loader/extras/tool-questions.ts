import {
  TOOL_AVAILABLE_LIMIT_MS,
  TOOL_CHECK_LIMIT_MS,
  TOOL_PREVIEW_LIMIT_MS,
  UNDO_RUNS_MAX,
} from '../../shared/bridge/tool-extras.ts'
import { fieldsOf } from '../../shared/bridge/guards.ts'
import { describeThrown, nearestJson } from '../../shared/bridge/plain-json.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isJsonValue, isPlainObject } from '../../shared/json.ts'
import type { ToolDefinition } from '../chat-instance.ts'
import { convertArguments } from './tool-arguments.ts'

type Undo = (signal: AbortSignal) => unknown

/**
 * Answers the frame's questions about tools other than running them, and keeps the runs that can be undone.
 *
 * @param find returns the current definition of a name.
 * @param complain reports to the page, once per definition.
 */
export function createToolQuestions(
  find: (name: string) => ToolDefinition | undefined,
  complain: (name: string, text: string, cause: unknown) => void,
) {
  const undoable = new Map<unknown, Undo>()

  async function isAvailable(name: string, { available }: ToolDefinition, signal: AbortSignal) {
    if (typeof available !== 'function') return available !== false
    try {
      const ask = (each: AbortSignal) => available({ signal: each })
      return await withinLimit(TOOL_AVAILABLE_LIMIT_MS, signal, ask)
    } catch (error) {
      complain(name, `is not offered: available failed with ${describeThrown(error)}`, error)
      return false
    }
  }

  async function undo(runId: unknown, signal: AbortSignal) {
    const run = undoable.get(runId)
    if (!run) throw new AlcoveError('not_found', 'There is nothing to undo.')
    try {
      await run(signal)
      undoable.delete(runId)
      return {}
    } catch (error) {
      console.error('[Alcove] undo of a tool threw an error', error)
      return { errorText: describeThrown(error) }
    }
  }

  return {
    /** Keeps a successful run so that it can be undone. */
    keep(runId: string, run: Undo) {
      undoable.set(runId, run)
      const [oldest] = undoable.keys()
      if (undoable.size > UNDO_RUNS_MAX) undoable.delete(oldest)
    },
    /** Rejects with `invalid_request`, or `not_found`. */
    async answer(question: unknown, { signal }: AbortController): Promise<unknown> {
      // A compromised frame may send anything.
      const { about, name, args, runId } = fieldsOf(question)
      if (about === 'undo') return undo(runId, signal)
      const definition = typeof name === 'string' && find(name)
      if (!definition) throw new AlcoveError('not_found', `There is no tool ${String(name)}.`)
      if (about === 'available') return isAvailable(name, definition, signal)
      const isAsked = about === 'preview' || about === 'check'
      if (!isAsked || !isPlainObject(args) || !isJsonValue(args))
        throw new AlcoveError('invalid_request', 'askTool')
      if (about === 'check') {
        const checked = await withinLimit(TOOL_CHECK_LIMIT_MS, signal, () =>
          convertArguments(definition.parameters, args),
        )
        return 'issues' in checked ? checked.issues : []
      }
      const shown = await withinLimit(TOOL_PREVIEW_LIMIT_MS, signal, async () => {
        const converted = await convertArguments(definition.parameters, args)
        return 'args' in converted ? definition.preview?.(converted.args) : undefined
      }).catch((error: unknown) =>
        complain(name, `preview failed with ${describeThrown(error)}`, error),
      )
      return shown === undefined ? null : nearestJson(shown).json
    },
  }
}

/** Rejects after the limit, whether or not the task continues; its signal aborts then. */
async function withinLimit<Result>(
  limitMs: number,
  given: AbortSignal,
  task: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<Result> {
  const controller = new AbortController()
  const { signal } = controller
  const stop = () => controller.abort(new AlcoveError('call_timeout', 'It took too long.'))
  const timer = setTimeout(stop, limitMs)
  given.addEventListener('abort', stop)
  // Limit: TOOL_PREVIEW_LIMIT_MS, TOOL_CHECK_LIMIT_MS or TOOL_AVAILABLE_LIMIT_MS, "a preview gets what the tool would get, and nothing
  // where that is not valid, or late".
  const late = new Promise<never>((_, reject) => {
    signal.onabort = () => reject(signal.reason as Error)
  })
  return Promise.race([task(signal), late]).finally(() => clearTimeout(timer))
}
