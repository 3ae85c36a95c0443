import type { ToolScope } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject, JsonValue } from '../../shared/json.ts'
import type { ToolLabels } from '../../shared/tool-labels.ts'

/** The user of a call, and the signal that ends the wait for it. */
export interface ToolContext {
  readonly projectId: string
  readonly workspaceId: string
  readonly userId: string
  readonly signal: AbortSignal
  /** Unique id of the call; the same when the call runs again after an interrupt. */
  readonly toolCallId?: string
}

/** True if a person has to approve a call: always, or depending on its arguments. */
export type NeedsApproval = boolean | ((args: JsonObject) => boolean | Promise<boolean>)

interface ToolDescription {
  readonly name: string
  readonly description?: string
  /** JSON Schema of the arguments. */
  readonly parameters: JsonObject
  /**
   * True if a person has to approve each call, and its arguments, before it runs. Needed for a tool that
   * changes, sends or costs something: a text that the model reads can talk it into any call. A check that
   * throws or times out means yes. Default: false.
   */
  readonly needsApproval?: NeedsApproval
  /**
   * Kind of effect: `read`, `write`, `navigate` or `sensitive`. In a project with knowledge, calls of tools other
   * than `read` ask a person once the model has read a passage. Default: `write`.
   */
  readonly scope?: ToolScope
  /** Text of its calls for people, in place of its name and of JSON. Default: the name, in words. */
  readonly labels?: ToolLabels
}

/** A tool that runs on the server. */
export interface BackendTool extends ToolDescription {
  /** Called with arguments that the schema accepts. The model is told of an error as a failure. */
  readonly execute: (args: JsonObject, context: ToolContext) => JsonValue | Promise<JsonValue>
}

/** A service of the operator that runs a tool. */
export interface ToolEndpoint {
  /** An https address on the public internet. */
  readonly url: string
  /** Headers of each call, for example a key; never logged, and never shown to a model or a browser. */
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds until the whole answer must have arrived, at most 60,000. Default: 10,000. */
  readonly timeoutMs?: number
}

/** A tool that runs at an address, which gets `{ toolCallId?, name, arguments, user }` by POST. */
export interface EndpointTool extends ToolDescription {
  readonly endpoint: ToolEndpoint
}

/** A tool as the operator declares it. */
export type DeclaredTool = BackendTool | EndpointTool

/** Texts about a failed tool, for the model and the person; without the tool's own words. */
export const TOOL_TEXTS = {
  failed: 'The tool failed.',
  slow: 'The tool took too long.',
  stopped: 'The tool was stopped.',
  cutOff: 'This call was cut off; whether it was carried out is not known.',
  cutCall: 'This call was cut off before its arguments were whole, so it was not carried out.',
  filtered: 'A content filter ended the answer, so this call was not carried out.',
  ended: 'The answer ended before this call was done.',
  noResult: 'The model provider reported no result of this call.',
  noJson: 'The tool gave no JSON.',
  large: (bytes: number) => `The tool’s result is too large: at most ${bytes} bytes.`,
  unknown: 'The tool does not exist any more.',
  withheld: 'The result of this tool was withheld.',
  interrupted:
    'Another call of this answer waits for an authorization. Call this tool again after it.',
} as const

/** Time for the service's whole answer, if the tool sets none. */
export const ENDPOINT_TIMEOUT_MS = 10_000
/** Maximum that is read; the limit `toolResultBytes` decides what a result may have. */
export const ENDPOINT_ANSWER_MAX_BYTES = 1_048_576

/** Texts about a failed service, for the model and the person. */
export const ENDPOINT_TEXTS = {
  unreachable: 'The tool’s service could not be reached.',
  refused: 'The tool’s service answered with an error.',
} as const

/** Sends a tool's call to its service; redirects count as answers. Rejects without an answer. */
export type PostTool = (
  url: string,
  call: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
    readonly maxBytes: number
    readonly signal: AbortSignal
  },
) => Promise<{ readonly status: number; readonly body: Uint8Array }>

/** Makes a declared tool executable. */
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
    // The parser's error quotes its input.
    throw fail(TOOL_TEXTS.noJson)
  }
}

/** The cause is for the operator's log. */
const fail = (text: string, cause?: unknown): AlcoveError =>
  new AlcoveError('unavailable', text, { cause })

/** Addresses of this machine, which a tool may use only if the operator allows it for development. */
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
