import { HOST_TOOLS_MAX, type ArgumentIssue } from '../../../shared/bridge/contract.ts'
import { ERROR_TEXTS } from '../../../shared/error-texts.ts'
import type { ToolPreview } from '../../../shared/bridge/tool-extras.ts'
import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../../shared/tool-name.ts'
import type { CallContext, ToolDeclaration } from '../transport.ts'

/** What a running tool has besides its arguments. */
export interface ToolContext {
  readonly toolCallId: string
  /** The answer that makes the call: names of calls repeat in other answers. */
  readonly messageId: string
  /** Aborts when somebody stops it, when it takes too long, or when the server has a result. */
  readonly signal: AbortSignal
  /**
   * Asks the person and waits for the answer; the time limit stands still. A second question takes
   * the place of the first.
   *
   * @throws AlcoveError `conflict`: another question came; `interrupted`: the call is over.
   */
  human(payload: JsonValue): Promise<JsonValue>
}

/** What the model is told of a tool. */
interface ToolDescription {
  readonly description?: string
  /** A JSON schema of an object. */
  readonly parameters: JsonObject
  /** The model is not told of it, and it does not run. Default false. */
  readonly isDisabled?: boolean
  /** What people read of its calls; `readToolLabels` checks it. */
  readonly labels?: JsonValue | undefined
  /** Asked before each turn: whether the model is told of it. Never rejects. */
  readonly isAvailable?: (() => Promise<boolean>) | undefined
}

/** A tool that runs in this browser. */
export interface RunTool extends ToolDescription {
  readonly type: 'run'
  /** `ask`: a person has to allow each call first. */
  readonly approval: 'never' | 'ask'
  /** Milliseconds, without the time that a person is asked. Default 60,000. */
  readonly timeoutMs?: number
  /** What a call would do, as its owner says; undefined: nothing. Never rejects. */
  readonly preview?:
    | ((args: JsonObject, signal: AbortSignal) => Promise<ToolPreview | undefined>)
    | undefined
  /** What the person may allow it by for a whole conversation; it changes with the tool. */
  readonly onceKey?: string | undefined
  /** The tool as it is in a conversation, where it may have been allowed already. */
  readonly inThread?: ((threadId: string) => RunTool) | undefined
  /** May return anything; `undefined` becomes "<no result>". What it throws is the result as well. */
  execute(args: JsonObject, context: ToolContext): unknown
  /** Gives the result for arguments that the schema does not accept; `undefined`: it has none. */
  onInvalid?(args: JsonObject, issues: readonly ArgumentIssue[], context: ToolContext): unknown
}

/** A tool that is a question: its arguments are shown, and what the person answers is the result. */
interface HumanTool extends ToolDescription {
  readonly type: 'human'
}

/** A tool that the server runs; here only so that a registry can hold all tools. */
interface BackendTool extends ToolDescription {
  readonly type: 'backend'
}

export type BrowserTool = RunTool | HumanTool | BackendTool

/** Where a runner finds its tools. */
export interface ToolSource {
  get(name: string): BrowserTool | undefined
  /** Tells of every change; returns how to stop. */
  subscribe(listener: () => void): () => void
}

/** The tools of one frame. */
export interface ToolRegistry extends ToolSource {
  readonly isEmpty: boolean
  /** Takes the place of a tool of the same name. Returns how to take it out again. */
  register(name: string, tool: BrowserTool): () => void
  /** The same tools, as they are in one conversation. */
  forThread(readThreadId: () => string): ToolSource
  /** Names that the model is not told of now, as the newest refresh found. */
  unavailable: ReadonlySet<string>
  /** Asks which they are, before each call. Set by whoever has tools to ask; never rejects. */
  refresh?: (() => Promise<void> | undefined) | undefined
  /** What a chat call says of them. */
  modelContext(): CallContext
}

/**
 * @param warn is told of tools that are too many or too large; once a call. Default: the console.
 * @param readLimits gives the server's, as far as it says.
 */
export function createToolRegistry(
  warn: (text: string) => void = (text) => console.warn(text),
  readLimits: () => ToolLimits = () => ({}),
): ToolRegistry {
  const tools = new Map<string, BrowserTool>()
  const listeners = new Set<() => void>()
  const tell = () => {
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
      tell()
      return () => {
        // Whoever took its place stays.
        if (tools.get(name) !== tool) return
        tools.delete(name)
        tell()
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

/** How many tools one chat call carries, where the server does not take fewer. */
export const TOOLS_MAX = HOST_TOOLS_MAX
/** Of one tool's schema as JSON text in UTF-8, where the server does not take less. */
export const TOOL_SCHEMA_LIMIT_BYTES = 16_384

/** What the operator's server takes; it refuses the whole message otherwise. */
interface ToolLimits {
  readonly toolsPerRun?: number | undefined
  readonly toolSchemaBytes?: number | undefined
}

/** Declares what the model may call here: nothing disabled, and nothing that the server runs. */
function createModelContext(
  tools: Iterable<readonly [name: string, tool: BrowserTool]>,
  warn: (text: string) => void,
  limits: ToolLimits,
): CallContext {
  const declared: [string, ToolDeclaration][] = []
  for (const [name, { type, isDisabled, description, parameters }] of tools) {
    if (isDisabled || type === 'backend') continue
    const problem = findProblem(name, declared.length, parameters, limits)
    if (problem === undefined) {
      const texts = description === undefined ? {} : { description }
      declared.push([name, { ...texts, parameters }])
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
  // Otherwise the server refuses every message.
  if (!isToolName(name)) return `a name has ${TOOL_NAME_EXPECTED}.`
  if (count >= toolsPerRun) return `there are more than ${toolsPerRun}.`
  const bytes = new TextEncoder().encode(JSON.stringify(parameters)).length
  if (bytes <= toolSchemaBytes) return undefined
  return `its schema has ${bytes} of at most ${toolSchemaBytes} bytes.`
}

/** Of what a warning shows of a result, in characters. */
const WARNING_LIMIT_CHARACTERS = 200

/** @param text what is left of the result. */
export const notJsonWarning = (text: string): string =>
  ERROR_TEXTS.resultNotJson + text.slice(0, WARNING_LIMIT_CHARACTERS)
