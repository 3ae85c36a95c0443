import { AlcoveError } from '../../shared/errors.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { BackendTool, DeclaredTool, EndpointTool, ToolContext } from './backend-tool.ts'
import { TOOL_TEXTS } from './run-calls.ts'

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
