import {
  HOST_TOOLS_MAX,
  type ArgumentIssue,
  type ToolScope,
} from '../../../shared/bridge/contract.ts'
import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import type { ToolPreview } from '../../../shared/bridge/tool-extras.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../../shared/tool-name.ts'
import type { CallContext, ToolDeclaration } from '../transport.ts'

/** Context of a running tool. */
export interface ToolContext {
  readonly toolCallId: string
  /** The answer with the call: ids of calls repeat in other answers. */
  readonly messageId: string
  /** Aborts on a stop, on a timeout, or when the server has a result. */
  readonly signal: AbortSignal
  /**
   * Asks the person and waits for the answer, while the time limit is paused. A second question replaces the
   * first.
   *
   * @throws AlcoveError `conflict`: another question came; `interrupted`: the call is over.
   */
  human(payload: JsonValue): Promise<JsonValue>
}

/** Description of a tool for the model. */
interface ToolDescription {
  readonly description?: string
  /** JSON schema of an object. */
  readonly parameters: JsonObject
  /** True: the model does not see it, and it does not run. Default false. */
  readonly isDisabled?: boolean
  /** Labels of its calls for people, validated by `readToolLabels`. */
  readonly labels?: JsonValue | undefined
  /** Asked before each turn. False: the model does not see the tool. Never rejects. */
  readonly isAvailable?: (() => Promise<boolean>) | undefined
}

/** A tool that runs in this browser. */
export interface RunTool extends ToolDescription {
  readonly type: 'run'
  /** `ask`: a person has to allow each call first. */
  readonly approval: 'never' | 'ask'
  /** Kind of effect. Default: `write`. */
  readonly scope?: ToolScope
  /** True if the person allowed the tool for this conversation. Default false. */
  readonly isAllowed?: boolean
  /** Time limit in milliseconds, without the time of questions to the person. Default 60,000. */
  readonly timeoutMs?: number
  /** Describes the effect of a call in advance; `undefined`: no preview. Never rejects. */
  readonly preview?:
    | ((args: JsonObject, signal: AbortSignal) => Promise<ToolPreview | undefined>)
    | undefined
  /** Further checks of arguments that match the schema, by the page itself. Never rejects. */
  readonly check?: ((args: JsonObject) => Promise<readonly ArgumentIssue[]>) | undefined
  /** Key under which a person may allow the tool for a whole conversation. Changes with the tool's definition. */
  readonly onceKey?: string | undefined
  /** Returns the tool for one conversation, where it may already be allowed. */
  readonly inThread?: ((threadId: string) => RunTool) | undefined
  /** Runs the tool. `undefined` becomes "<no result>", and an error becomes the result as well. */
  execute(args: JsonObject, context: ToolContext): unknown
  /** Returns the result for invalid arguments; `undefined`: none. */
  onInvalid?(args: JsonObject, issues: readonly ArgumentIssue[], context: ToolContext): unknown
}

/** A tool that is a question: its arguments are shown, and the person's answer is the result. */
interface HumanTool extends ToolDescription {
  readonly type: 'human'
}

/** A tool that the server runs, listed so that a registry can hold all tools. */
interface BackendTool extends ToolDescription {
  readonly type: 'backend'
}

export type BrowserTool = RunTool | HumanTool | BackendTool

/** Source of tools for a runner. */
export interface ToolSource {
  get(name: string): BrowserTool | undefined
  /** Subscribes to changes. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void
}

/** The tools of one frame. */
export interface ToolRegistry extends ToolSource {
  readonly isEmpty: boolean
  /** Registers a tool, in place of another one of the same name. Returns a function that removes it. */
  register(name: string, tool: BrowserTool): () => void
  /** Returns the same tools for one conversation. */
  forThread(readThreadId: () => string): ToolSource
  /** Names that the model does not see now, by the latest refresh. */
  unavailable: ReadonlySet<string>
  /** Updates `unavailable` before each call. Set if tools have an `isAvailable`. Never rejects. */
  refresh?: (() => Promise<void> | undefined) | undefined
  /** The tools' fields in a chat call. */
  modelContext(): CallContext
}

/**
 * @param warn called with tools that are too many or too large, once per call. Default: the console.
 *
 * @param readLimits returns the server's limits, as far as known.
 */
export function createToolRegistry(
  warn: (text: string) => void = (text) => console.warn(text),
  readLimits: () => ToolLimits = () => ({}),
): ToolRegistry {
  const tools = new Map<string, BrowserTool>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }

  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  const registry: ToolRegistry = {
    unavailable: new Set(),
    register(name, tool) {
      tools.set(name, tool)
      notify()
      return () => {
        // Only this tool is removed, not its replacement.
        if (tools.get(name) !== tool) return
        tools.delete(name)
        notify()
      }
    },
    get isEmpty() {
      return tools.size === 0
    },
    get: (name) => tools.get(name),
    subscribe,
    forThread: (readThreadId) => ({
      get(name) {
        const tool = tools.get(name)
        return (tool?.type === 'run' && tool.inThread?.(readThreadId())) || tool
      },
      subscribe,
    }),
    modelContext: () =>
      createModelContext(
        [...tools].filter(([name]) => !registry.unavailable.has(name)),
        warn,
        readLimits(),
      ),
  }
  return registry
}

/** Maximum number of tools in a chat call, unless the server takes fewer. */
export const TOOLS_MAX = HOST_TOOLS_MAX
/** Limit for one tool's schema as JSON text in UTF-8, unless the server takes less. */
export const TOOL_SCHEMA_LIMIT_BYTES = 16_384

/** Limits of the operator's server, which otherwise refuses the whole message. */
interface ToolLimits {
  readonly toolsPerRun?: number | undefined
  readonly toolSchemaBytes?: number | undefined
}

/** Declares the tools that the model may call here: neither disabled ones nor those of the server. */
function createModelContext(
  tools: Iterable<readonly [name: string, tool: BrowserTool]>,
  warn: (text: string) => void,
  limits: ToolLimits,
): CallContext {
  const declared: [string, ToolDeclaration][] = []
  for (const [name, tool] of tools) {
    const { type, isDisabled, description, parameters } = tool
    if (isDisabled || type === 'backend') continue
    // A question to the person has no effect.
    const problem = findProblem(name, declared.length, parameters, limits)
    if (problem === undefined) {
      const texts = description === undefined ? {} : { description }
      const scope = type === 'human' ? 'read' : (tool.scope ?? 'write')
      declared.push([name, { ...texts, parameters, scope }])
    } else warn(`The tool ${name} is left out: ${problem}`)
  }
  return { tools: Object.fromEntries(declared) }
}

function findProblem(
  name: string,
  count: number,
  parameters: JsonObject,
  { toolsPerRun = TOOLS_MAX, toolSchemaBytes = TOOL_SCHEMA_LIMIT_BYTES }: ToolLimits,
): string | undefined {
  // The server would refuse every message with such a name.
  if (!isToolName(name)) return `a name has ${TOOL_NAME_EXPECTED}.`
  if (count >= toolsPerRun) return `there are more than ${toolsPerRun}.`
  const bytes = new TextEncoder().encode(JSON.stringify(parameters)).length
  if (bytes <= toolSchemaBytes) return undefined
  return `its schema has ${bytes} of at most ${toolSchemaBytes} bytes.`
}

/** Characters of a result that a warning shows. */
const WARNING_LIMIT_CHARACTERS = 200

/** @param text beginning of the result. */
export const notJsonWarning = (text: string): string =>
  ERROR_TEXTS.resultNotJson + text.slice(0, WARNING_LIMIT_CHARACTERS)
