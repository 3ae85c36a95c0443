import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import type { ToolLabels } from '../../shared/tool-labels.ts'

/** Who asked, and until when somebody waits. */
export interface ToolContext {
  readonly projectId: string
  readonly workspaceId: string
  readonly userId: string
  readonly signal: AbortSignal
  /** No other call has it, and this one has it again when it runs again, after an interrupt. */
  readonly toolCallId?: string
}

/** Whether a person has to allow a call: always, or as its arguments say. */
export type NeedsApproval = boolean | ((args: JsonObject) => boolean | Promise<boolean>)

interface ToolDescription {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject
  /**
   * Whether a person has to allow each call before it runs, with the arguments before them. A tool
   * that changes something, sends something or costs something needs it: a text that the model reads
   * can talk it into any call. A check that throws, or takes too long, means yes. Default: false.
   */
  readonly needsApproval?: NeedsApproval
  /** What people read of its calls, in place of its name and of JSON. Default: the name, in words. */
  readonly labels?: ToolLabels
}

/** A tool that runs on the server. */
export interface BackendTool extends ToolDescription {
  /** Called with arguments that the schema accepts. What it throws, the model is told as a failure. */
  readonly execute: (args: JsonObject, context: ToolContext) => JsonValue | Promise<JsonValue>
}

/** A service of the operator's that runs a tool. */
export interface ToolEndpoint {
  /** An https address on the public internet. */
  readonly url: string
  /** Sent with each call, for example a key; never logged, and never shown to a model or a browser. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds until the answer must be whole, at most 60,000. Default: 10,000. */
  readonly timeoutMs?: number
}

/** A tool that an address answers: it gets `{ toolCallId?, name, arguments, user }` by POST. */
export interface EndpointTool extends ToolDescription {
  readonly endpoint: ToolEndpoint
}

/** A tool as the operator declares it. */
export type DeclaredTool = BackendTool | EndpointTool

/** What the model and the person are told of a tool that failed; nothing of its own words. */
export const TOOL_TEXTS = {
  failed: 'The tool failed.',
  slow: 'The tool took too long.',
  stopped: 'The tool was stopped.',
  cutOff: 'This call was cut off; whether it was carried out is not known.',
  noJson: 'The tool gave no JSON.',
  large: (bytes: number) => `The tool’s result is too large: at most ${bytes} bytes.`,
  unknown: 'The tool does not exist any more.',
  interrupted:
    'Another call of this answer waits for an authorization. Call this tool again after it.',
} as const

/** Until the service's answer must be whole, unless the tool says otherwise. */
export const ENDPOINT_TIMEOUT_MS = 10_000
/** Read at most; what a result may have is decided by the limit `toolResultBytes`. */
export const ENDPOINT_ANSWER_MAX_BYTES = 1_048_576

/** What the model and the person are told of a service that failed. */
export const ENDPOINT_TEXTS = {
  unreachable: 'The tool’s service could not be reached.',
  refused: 'The tool’s service answered with an error.',
} as const

/** Sends a tool's call to its service; redirects are answers. It fails when nobody answers. */
export type PostTool = (
  url: string,
  call: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly maxBytes: number
    readonly signal: AbortSignal
  },
) => Promise<{ readonly status: number; readonly body: Uint8Array }>

/** A declared tool as one that can be run. */
export function toBackendTool(tool: DeclaredTool, post: PostTool): BackendTool {
  if (!('endpoint' in tool)) return tool
  const { endpoint: _, ...description } = tool
  return { ...description, execute: (args, context) => call(tool, post, args, context) }
}

async function call(
  { name, endpoint }: EndpointTool,
  post: PostTool,
  args: JsonValue,
  { signal: stopped, toolCallId, ...user }: ToolContext,
): Promise<JsonValue> {
  const timeout = AbortSignal.timeout(endpoint.timeoutMs ?? ENDPOINT_TIMEOUT_MS)
  const id = toolCallId === undefined ? {} : { toolCallId }
  const { status, body } = await post(endpoint.url, {
    headers: endpoint.headers ?? {},
    body: JSON.stringify({ ...id, name, arguments: args, user }),
    maxBytes: ENDPOINT_ANSWER_MAX_BYTES,
    signal: AbortSignal.any([stopped, timeout]),
  }).catch((cause: unknown) => {
    if (timeout.aborted) throw fail(TOOL_TEXTS.slow, cause)
    const isLarge = cause instanceof AlcoveError && cause.code === 'too_large'
    throw fail(
      isLarge ? TOOL_TEXTS.large(ENDPOINT_ANSWER_MAX_BYTES) : ENDPOINT_TEXTS.unreachable,
      cause,
    )
  })
  if (status < 200 || status > 299) {
    throw fail(ENDPOINT_TEXTS.refused, new AlcoveError('unavailable', `Its status is ${status}.`))
  }
  return parse(body)
}

function parse(body: Uint8Array): JsonValue {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8')) as JsonValue
  } catch {
    // The parser's error quotes what it read.
    throw fail(TOOL_TEXTS.noJson)
  }
}

/** The cause is for the operator's log. */
const fail = (text: string, cause?: unknown): AlcoveError =>
  new AlcoveError('unavailable', text, { cause })

/** Addresses of this machine, which a tool may have only where the operator tries things out. */
const LOCAL_HOSTNAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** @throws AlcoveError `config_invalid`, naming the tool, for a local address that is not allowed. */
export function checkEndpoint(tool: DeclaredTool, allowsLocalTools: boolean): void {
  if (!('endpoint' in tool) || allowsLocalTools) return
  const { protocol, hostname } = new URL(tool.endpoint.url)
  if (protocol === 'https:' && !LOCAL_HOSTNAMES.includes(hostname)) return
  throw new AlcoveError(
    'config_invalid',
    `The tool ${tool.name} has an endpoint on this machine, which is only for development.`,
    { hint: 'Set ALCOVE_ALLOW_LOCAL_TOOLS=1 to allow it.' },
  )
}
