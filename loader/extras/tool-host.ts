import { NO_TIMEOUT_MS, type Channel } from '../../shared/bridge/channel.ts'
import { HOST_TOOLS_LIMIT_CHARACTERS, HOST_TOOLS_MAX } from '../../shared/bridge/contract.ts'
import type {
  FrameEvents,
  FrameMethods,
  FrameSetup,
  HostContext,
  HostTool,
  ToolReply,
  ToolRun,
} from '../../shared/bridge/contract.ts'
import { PROGRESS_INTERVAL_MS } from '../../shared/bridge/tool-extras.ts'
import { describeThrown, nearestJson, plainJsonText } from '../../shared/bridge/plain-json.ts'
import { isToolRun } from '../../shared/bridge/guards.ts'
import { TOOL_ABORTED_TEXT } from '../../shared/error-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { ToolContext, ToolDefinition } from '../chat-instance.ts'
import type { Said } from '../page-said.ts'
import type { HostPage } from '../panel/host-page.ts'
import { createContextReader } from './describe-page.ts'
import { describeTool } from './describe-tool.ts'
import { convertArguments, describeRefusal } from './tool-arguments.ts'
import { createToolQuestions } from './tool-questions.ts'

type FrameSide = Pick<Channel<FrameMethods, FrameEvents>, 'call' | 'emit'>

export interface ToolHost {
  /** What the frame is told. What is wrong with a definition is told once, and it is left out. */
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
  /** What the frame asks of a tool besides; see `ToolQuestion`. */
  readonly askTool: (question: unknown, controller: AbortController) => Promise<unknown>
}

/** The page's tools, as the frame sees and uses them. */
export function createToolHost({ given, tell }: Pick<HostPage, 'given' | 'tell'>): ToolHost {
  const { tools } = given
  const readContext = createContextReader(tell)
  const { read: readTool, complain } = createToolReader(tell)

  /** Beside the data of the context, with which they have to fit into one message. */
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

  function warn(name: string, text: string) {
    const entry = tools.get(name)
    if (entry) complain(entry, new AlcoveError('config_invalid', `tool ${name}: ${text}`))
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
        // Too large to be told: the run goes on.
      }
    })
    const context: ToolContext = {
      toolCallId: callId,
      signal: withReason(signal),
      progress: progress.tell,
      human: (payload) =>
        frame.call(
          'askHuman',
          { callId, payload: nearestJson(payload).json },
          { signal, timeoutMs: NO_TIMEOUT_MS },
        ) as Promise<JsonValue>,
    }
    try {
      const { value, undo } = await execute(definition, asked, context)
      if (undo && runId !== undefined) questions.keep(runId, undo)
      return toReply(value)
    } catch (error) {
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
    askTool: questions.answer,
  }
}

/** The whole list is described with every setup; each entry is read once, and complained of once. */
function createToolReader(tell: HostPage['tell']) {
  const known = new WeakMap<Said, HostTool | undefined>()
  const complained = new WeakSet<Said>()

  function complain(entry: Said, error: AlcoveError) {
    if (complained.has(entry)) return
    complained.add(entry)
    tell(error)
  }

  function readNow(name: string, entry: Said): HostTool | undefined {
    try {
      return describeTool(name, entry.value as ToolDefinition)
    } catch (error) {
      complain(entry, error as AlcoveError)
      return undefined
    }
  }

  return {
    read(name: string, entry: Said) {
      if (!known.has(entry)) known.set(entry, readNow(name, entry))
      return known.get(entry)
    },
    complain,
  }
}

interface ToolOutcome {
  readonly value: unknown
  /** Takes the call back. */
  readonly undo?: (signal: AbortSignal) => unknown
}

/**
 * Runs a tool of the page.
 *
 * @throws what the page's function throws; what its schema says is wrong.
 */
async function execute(
  definition: ToolDefinition,
  { args: given, issues: told }: ToolRun,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { run, onInvalid, undo, parameters } = definition
  const converted = told ? { issues: told } : await convertArguments(parameters, given)
  if ('issues' in converted) {
    const value = await onInvalid?.(given, converted.issues, context)
    // The frame has words of its own for what it refused.
    if (value !== undefined || told) return { value }
    throw new AlcoveError('invalid_request', describeRefusal(converted.issues))
  }
  const { args } = converted
  const value = await run!(args, context)
  if (!undo) return { value }
  return { value, undo: (signal) => undo(args, value, { signal }) }
}

/** A signal of the channel's says only that it is over; what a tool throws of it may be shown. */
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

/**
 * How a run tells how far it is: at once, then at most once an interval, of which the newest counts. Returns
 * that, and how to end it: what comes later is nobody's news.
 *
 * @param send may throw: what is too large to be told is left out.
 */
function createProgress(send: (given: unknown) => void): {
  readonly tell: (given: unknown) => void
  readonly end: () => void
} {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: { readonly given: unknown } | undefined
  let isOver = false

  function flush() {
    timer = undefined
    if (!waiting) return
    const { given } = waiting
    waiting = undefined
    timer = setTimeout(flush, PROGRESS_INTERVAL_MS)
    send(given)
  }

  return {
    tell(given) {
      if (isOver) return
      waiting = { given }
      if (!timer) flush()
    },
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
