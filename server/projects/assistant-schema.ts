import * as v from 'valibot'
import { TOOL_DESCRIPTION_LIMIT_CHARACTERS } from '../../shared/bridge/contract.ts'
import { isJsonValue, isPlainObject, type JsonObject } from '../../shared/json.ts'
import { readToolLabels, type ToolLabels } from '../../shared/tool-labels.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../shared/tool-name.ts'
import type {
  BackendTool,
  DeclaredTool,
  NeedsApproval,
  ToolEndpoint,
} from '../models/backend-tool.ts'
import { DEMO_MODEL_NAME } from '../models/demo-model.ts'
import { DEFAULT_ASSISTANT } from '../models/model.ts'
import { BACKEND_TOOL_TIMEOUT_MS } from '../models/provider-limits.ts'
import { MODEL_NAMES, PROVIDERS } from '../models/providers.ts'
import {
  block,
  blocksByName,
  filledText,
  flag,
  listOf,
  secureUrl,
  text,
  wholeNumber,
  type Fields,
} from './config-fields.ts'

/** Maximum of an operator's system text, in bytes. */
export const SYSTEM_MAX_BYTES = 8_192
export const BACKEND_TOOLS_MAX = 32
/** Model calls of one answer by default. */
export const MAX_STEPS_DEFAULT = 10
export const MAX_STEPS_MOST = 50
export const OUTPUT_TOKENS_MOST = 1_000_000
export const CONTEXT_TOKENS_LEAST = 1_000
export const CONTEXT_TOKENS_MOST = 10_000_000
/** Maximum headers of a tool's service. */
export const HEADERS_MAX = 32
/** Names of assistants. */
const NAME_PATTERN = /^[\w-]{1,64}$/
const NAME_EXPECTED = '1 to 64 letters, digits, _ and -'

/** Headers that each request sets itself; an operator's value would break it. */
const OWN_HEADERS = /^(host|connection|content-(length|type|encoding)|transfer-encoding|expect)$/i

/** The error has no value in its message: a value is often a secret. */
const headers = v.pipe(
  v.unknown(),
  v.check(
    isHeaders,
    `expected at most ${HEADERS_MAX} headers, each a name and a text of one line; Host, Content-Type and the like are set by this server`,
  ),
  v.transform((value) => value as Readonly<Record<string, string>>),
)

function isHeaders(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  const entries = Object.entries(value)
  const isHeader = ([name, text]: [string, unknown]) =>
    /^[\w!#$%&'*+.^`|~-]{1,128}$/.test(name) &&
    !OWN_HEADERS.test(name) &&
    typeof text === 'string' &&
    /^[\t\x20-\x7e]{1,4096}$/.test(text)
  return entries.length <= HEADERS_MAX && entries.every(isHeader)
}

const endpoint = block({
  url: secureUrl,
  headers: v.optional(headers),
  timeoutMs: v.optional(wholeNumber(1, BACKEND_TOOL_TIMEOUT_MS)),
})

/** Validated by the frame's rules. */
const labels = v.pipe(
  v.custom<ToolLabels>(isPlainObject, 'expected an object'),
  v.rawCheck(({ dataset, addIssue }) => {
    const [problem] = dataset.typed ? readToolLabels(dataset.value).problems : []
    if (problem !== undefined) addIssue({ message: problem })
  }),
)

const toolFields = block({
  name: v.pipe(text, v.check(isToolName, `expected ${TOOL_NAME_EXPECTED}`)),
  description: v.optional(filledText(TOOL_DESCRIPTION_LIMIT_CHARACTERS)),
  parameters: v.pipe(
    v.custom<JsonObject>(isPlainObject, 'expected a JSON schema'),
    v.check(
      (schema) => schema['type'] === 'object' && isJsonValue(schema),
      'expected a JSON schema whose type is "object"',
    ),
  ),
  needsApproval: v.optional(
    v.custom<NeedsApproval>(
      (value) => typeof value === 'boolean' || typeof value === 'function',
      'expected true, false or a function',
    ),
  ),
  execute: v.optional(
    v.custom<BackendTool['execute']>((value) => typeof value === 'function', 'expected a function'),
  ),
  endpoint: v.optional(endpoint),
  labels: v.optional(labels),
})

/** A tool as `alcove.config.ts` declares it. */
const tool = v.pipe(
  toolFields,
  v.check(
    ({ execute, endpoint: address }) => (execute === undefined) !== (address === undefined),
    'expected either execute or endpoint',
  ),
  v.transform(toTool),
)

/** A declared tool, without unset fields. */
function toTool({
  name,
  parameters,
  execute,
  endpoint,
  ...rest
}: v.InferOutput<typeof toolFields>): DeclaredTool {
  const described = {
    name,
    parameters,
    ...(rest.description === undefined ? {} : { description: rest.description }),
    ...(rest.needsApproval === undefined ? {} : { needsApproval: rest.needsApproval }),
    ...(rest.labels === undefined ? {} : { labels: rest.labels }),
  }
  if (endpoint !== undefined) return { ...described, endpoint: toEndpoint(endpoint) }
  // The schema has checked that exactly one of the two is set.
  return { ...described, execute: execute! }
}

const toEndpoint = ({
  url,
  headers,
  timeoutMs,
}: NonNullable<v.InferOutput<typeof toolFields>['endpoint']>): ToolEndpoint => ({
  url,
  ...(headers === undefined ? {} : { headers }),
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
})

/** An assistant as the operator writes it. */
export interface AssistantBlock {
  /**
   * `<provider>/<model>` or `demo`, as in `ALCOVE_MODEL`; keys and addresses stay in the environment.
   * Default: `ALCOVE_MODEL`.
   */
  readonly model?: string | undefined
  /**
   * Instructions for the model at the start of every conversation, at most 8,192 bytes. Default: none; for
   * the assistant `default` of project `default`: `ALCOVE_SYSTEM`.
   */
  readonly system?: string | undefined
  /** Tools on this server that it may call, at most 32. Default: none. */
  readonly tools?: readonly DeclaredTool[] | undefined
  /** Model calls of one answer, 1 to 50: each tool call leads to another. Default: 10. */
  readonly maxSteps?: number | undefined
  /** Maximum tokens of one model call's answer. Default: the provider's own. */
  readonly maxOutputTokens?: number | undefined
  /**
   * Tokens that the model reads and writes in one call, 1,000 to 10,000,000: older parts of a conversation that
   * do not fit are not told. Default: known for many models by their names; else all is told, and a shorter
   * part only after the model refused it.
   */
  readonly contextTokens?: number | undefined
  /**
   * True if a caller's `system` text reaches the model, marked as the page's. A call does not prove its page:
   * any visitor with a token can then write to the model in the page's name. Default: false.
   */
  readonly takesClientSystem?: boolean | undefined
}

const PROVIDER_NAMES = PROVIDERS.map(({ name }) => name)

const assistant = block({
  model: v.optional(
    v.pipe(
      text,
      v.regex(
        new RegExp(`^((${PROVIDER_NAMES.join('|')})/\\S+|${DEMO_MODEL_NAME})$`),
        `expected ${MODEL_NAMES.join(', ')} or ${DEMO_MODEL_NAME}`,
      ),
    ),
  ),
  system: v.optional(
    v.pipe(text, v.maxBytes(SYSTEM_MAX_BYTES, `expected at most ${SYSTEM_MAX_BYTES} bytes`)),
  ),
  tools: v.optional(
    v.pipe(
      listOf(tool, BACKEND_TOOLS_MAX),
      v.check(
        (tools) => new Set(tools.map(({ name }) => name)).size === tools.length,
        'expected tools with different names',
      ),
    ),
    [],
  ),
  maxSteps: v.optional(wholeNumber(1, MAX_STEPS_MOST), MAX_STEPS_DEFAULT),
  maxOutputTokens: v.optional(wholeNumber(1, OUTPUT_TOKENS_MOST)),
  contextTokens: v.optional(wholeNumber(CONTEXT_TOKENS_LEAST, CONTEXT_TOKENS_MOST)),
  takesClientSystem: v.optional(flag, false),
} satisfies Fields<AssistantBlock>)

const toConfig = (id: string, parsed: v.InferOutput<typeof assistant>) => ({
  id,
  model: undefined,
  system: undefined,
  maxOutputTokens: undefined,
  contextTokens: undefined,
  ...parsed,
})

/** The model with its instructions and tools. */
export type AssistantConfig = Readonly<ReturnType<typeof toConfig>>

/** For a project that describes no assistant. */
export const createBareAssistant = (): AssistantConfig =>
  toConfig(DEFAULT_ASSISTANT, v.parse(assistant, {}))

/** Without `default`, an assistant that the block does not describe would answer the chat. */
export const assistants = v.pipe(
  blocksByName(assistant, (name) => NAME_PATTERN.test(name), NAME_EXPECTED),
  v.check(
    (named) => Object.keys(named).length === 0 || Object.hasOwn(named, DEFAULT_ASSISTANT),
    `none of them answers the chat; name one "${DEFAULT_ASSISTANT}"`,
  ),
  v.transform(
    (named): ReadonlyMap<string, AssistantConfig> =>
      new Map(Object.entries(named).map(([id, one]) => [id, toConfig(id, one)])),
  ),
)

/** Labels of the server's tools for people: those of the assistant that answers the chat, by name. */
export const toolLabelsOf = ({
  assistants: named,
  assistant: id = DEFAULT_ASSISTANT,
}: {
  readonly assistants: ReadonlyMap<string, AssistantConfig>
  readonly assistant?: string | undefined
}): ReadonlyMap<string, ToolLabels> =>
  new Map(
    (named.get(id)?.tools ?? []).flatMap((each) =>
      each.labels === undefined ? [] : [[each.name, each.labels] as const],
    ),
  )
