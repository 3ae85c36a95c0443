import { NO_TIMEOUT_MS, type Channel } from '../../shared/bridge/channel.ts'
import { HOST_TOOLS_LIMIT_CHARACTERS, HOST_TOOLS_MAX } from '../../shared/bridge/contract.ts'
import type {
  FrameEvents,
  FrameMethods,
  FrameSetup,
  HostTool,
  ToolReply,
  ToolRun,
} from '../../shared/bridge/contract.ts'
import type { HostContext } from '../../shared/bridge/host-context.ts'
import { describeThrown, nearestJson, plainJsonText } from '../../shared/bridge/plain-json.ts'
import { isToolRun } from '../../shared/bridge/guards.ts'
import { TOOL_ABORTED_TEXT } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { ToolContext, ToolDefinition } from '../chat-instance.ts'
import type { Registration } from '../page-state.ts'
import type { HostPage } from '../panel/host-page.ts'
import { createContextReader } from './describe-page.ts'
import { describeTool } from './describe-tool.ts'
import { toPageFault } from './page-fault.ts'
import { createStepAside } from './step-aside.ts'
import { convertArguments, describeRefusal } from './tool-arguments.ts'
import { createProgress } from './tool-progress.ts'
import { createToolQuestions } from './tool-questions.ts'

/** Maximum number of errors that wait for the event about their call; the oldest is dropped. */
const CAUSES_MAX = 50

type FrameSide = Pick<Channel<FrameMethods, FrameEvents>, 'call' | 'emit'>

export interface ToolHost {
  /** Tools and context for the frame. An invalid definition is reported once and left out. */
  readonly describe: () => Required<Pick<FrameSetup, 'tools' | 'context'>>
  /**
   * Runs a tool for the frame. Rejects with `invalid_request`, or `not_found` when the tool was
   * unregistered in the meantime.
   */
  readonly runTool: (
    run: unknown,
    controller: AbortController,
    frame: FrameSide,
  ) => Promise<ToolReply>
  /** Takes the error that a call threw, for the event about it; the frame gets its text only. */
  readonly takeCause: (callId: unknown) => unknown
  /** Answers the frame's other questions about a tool; see `ToolQuestion`. */
  readonly askTool: (question: unknown, controller: AbortController) => Promise<unknown>
}

/**
 * The page's tools, as seen and used by the frame.
 *
 * @param offerBack called when the panel has closed to show the page.
 */
export function createToolHost(
  page: Pick<HostPage, 'given' | 'tell' | 'panel' | 'launcher' | 'setOpen'>,
  offerBack: () => void = () => {},
): ToolHost {
  const { given, tell } = page
  const { tools } = given
  const makeWay = createStepAside(page, offerBack)
  const readContext = createContextReader(tell)
  const { read: readTool, complain } = createToolReader(tell)

  /** The tools share the size limit of one message with the context's data. */
  function describeTools({ data = {} }: HostContext): readonly HostTool[] {
    const described: HostTool[] = []
    let size = plainJsonText(data)!.length
    for (const [name, entry] of tools) {
      const tool = readTool(name, entry)
      if (!tool) continue
      const next = size + plainJsonText(tool)!.length
      if (described.length < HOST_TOOLS_MAX && next <= HOST_TOOLS_LIMIT_CHARACTERS) {
        described.push(tool)
        size = next
      } else complain(entry, createLimitError(name))
    }
    return described
  }

  const find = (name: string): ToolDefinition | undefined =>
    tools.get(name)?.value as ToolDefinition | undefined

  function warn(name: string, text: string, cause: unknown) {
    const entry = tools.get(name)
    if (entry)
      complain(entry, new AlcoveError('config_invalid', `tool ${name}: ${text}`, { cause }))
  }
  const causes = new Map<unknown, unknown>()

  /** Shows the page's own error with its stack to its developer. The frame gets the text only, for the model. */
  function showThrown(name: string, callId: string, error: unknown, signal: AbortSignal) {
    // An aborted tool fails as expected; errors of this file are answers to the model.
    if (signal.aborted || error instanceof AlcoveError) return
    console.error(`[Alcove] tool ${name} threw an error`, error)
    causes.set(callId, error)
    const [oldest] = causes.keys()
    if (causes.size > CAUSES_MAX) causes.delete(oldest)
  }

  const questions = createToolQuestions(find, warn)

  async function runTool(
    asked: unknown,
    { signal }: AbortController,
    frame: FrameSide,
  ): Promise<ToolReply> {
    if (!isToolRun(asked)) throw new AlcoveError('invalid_request', 'runTool')
    const { name, callId, runId } = asked
    const definition = find(name)
    if (!definition?.run) throw new AlcoveError('not_found', `There is no tool ${name}.`)
    const progress = createProgress((state) => {
      try {
        frame.emit('progress', { callId, state: nearestJson(state).json })
      } catch {
        // The progress is too large to send; the run continues.
      }
    })
    const way = makeWay(definition)
    const context: ToolContext = {
      toolCallId: callId,
      signal: withReason(signal),
      progress: progress.tell,
      show: way.show,
      human: (payload) =>
        frame.call(
          'askHuman',
          { callId, payload: nearestJson(payload).json },
          { signal, timeoutMs: NO_TIMEOUT_MS },
        ) as Promise<JsonValue>,
    }
    try {
      await way.begin()
      const { value, undo } = await execute(definition, asked, context)
      if (undo && runId !== undefined) questions.keep(runId, undo)
      way.end(false)
      return toReply(value)
    } catch (error) {
      way.end(true)
      showThrown(name, callId, error, signal)
      return { errorText: describeThrown(error) }
    } finally {
      progress.end()
    }
  }

  return {
    describe() {
      const context = readContext(given)
      return { tools: describeTools(context), context }
    },
    runTool,
    takeCause(callId) {
      const cause = causes.get(callId)
      causes.delete(callId)
      return cause
    },
    askTool: questions.answer,
  }
}

/** The whole list is described with every setup; each entry is read once, and its fault reported once. */
function createToolReader(tell: HostPage['tell']) {
  const known = new WeakMap<Registration, HostTool | undefined>()
  const complained = new WeakSet<Registration>()

  function complain(entry: Registration, error: AlcoveError) {
    if (complained.has(entry)) return
    complained.add(entry)
    tell(error)
  }

  function readNow(name: string, entry: Registration): HostTool | undefined {
    try {
      return describeTool(name, entry.value as ToolDefinition)
    } catch (error) {
      complain(entry, toPageFault(`tool ${name}`, error))
      return undefined
    }
  }

  return {
    read(name: string, entry: Registration) {
      if (!known.has(entry)) known.set(entry, readNow(name, entry))
      return known.get(entry)
    },
    complain,
  }
}

interface ToolOutcome {
  readonly value: unknown
  /** Undoes the call. */
  readonly undo?: (signal: AbortSignal) => unknown
}

/**
 * Runs a tool of the page.
 *
 * @throws errors of the page's function; the issues of its schema.
 */
async function execute(
  definition: ToolDefinition,
  { args: given, issues: refused }: ToolRun,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { run, onInvalid, undo, parameters } = definition
  const converted = refused ? { issues: refused } : await convertArguments(parameters, given)
  if ('issues' in converted) {
    const value = await onInvalid?.(given, converted.issues, context)
    // The frame describes its own refusals.
    if (value !== undefined || refused) return { value }
    throw new AlcoveError('invalid_request', describeRefusal(converted.issues))
  }
  const { args } = converted
  const value = await run!(args, context)
  if (!undo) return { value }
  return { value, undo: (signal) => undo(args, value, { signal }) }
}

/** Adds a reason to a signal of the channel, because a tool may throw it, and then its text is shown. */
function withReason(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  const abort = () => controller.abort(new AlcoveError('interrupted', TOOL_ABORTED_TEXT))
  signal.addEventListener('abort', abort)
  return controller.signal
}

const createLimitError = (name: string) =>
  new AlcoveError(
    'config_invalid',
    `tool ${name}: at most ${HOST_TOOLS_MAX} tools, ${HOST_TOOLS_LIMIT_CHARACTERS} characters together, with the data of the context`,
  )

function toReply(value: unknown): ToolReply {
  if (value === undefined) return {}
  const { json, isExact } = nearestJson(value)
  return isExact ? { output: json } : { output: json, isLossy: true }
}
