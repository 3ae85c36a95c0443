import * as v from 'valibot'
import type { JsonObject } from '../../shared/json.ts'
import type { ToolLabels } from '../../shared/tool-labels.ts'
import { listOf, wholeNumber } from '../../shared/api/option-fields.ts'
import type { Ability } from '../models/abilities.ts'
import type { DeclaredTool } from '../models/backend-tool.ts'
import type { AssistantHooks } from '../models/hooks.ts'
import type { ModelChoice } from '../models/model-choice.ts'
import { DEFAULT_ASSISTANT, type Effort } from '../models/model.ts'
import { HOOK_TIMEOUT_MOST_MS } from '../models/operator-call.ts'
import { SYSTEM_MAX_BYTES, type SystemFunction } from '../models/system-text.ts'
import { block, blocksByName, flag, type Fields } from './config-fields.ts'
import {
  abilities,
  effort,
  model,
  providerOptions,
  temperature,
  toCallSettings,
  type WrittenModel,
} from './model-schema.ts'
import { hooks } from './hooks-schema.ts'
import { tool } from './tool-schema.ts'

export const BACKEND_TOOLS_MAX = 32
/** Model calls of one answer by default. */
export const MAX_STEPS_DEFAULT = 10
export const MAX_STEPS_MOST = 50
export const OUTPUT_TOKENS_MOST = 1_000_000
export const CONTEXT_TOKENS_LEAST = 1_000
export const CONTEXT_TOKENS_MOST = 10_000_000
/** Names of assistants. */
const NAME_PATTERN = /^[\w-]{1,64}$/
const NAME_EXPECTED = '1 to 64 letters, digits, _ and -'

/** An assistant as the operator writes it. */
export interface AssistantBlock {
  /**
   * A name or a value: `<provider>/<model>` with a provider of the environment, as in `ALCOVE_MODEL`, or of
   * `providers`; `demo`; or a language model of AI SDK 5, 6 or 7 from a package that you install, such as
   * `google('gemini-3-pro')`. Default: `ALCOVE_MODEL`.
   */
  readonly model?: WrittenModel | undefined
  /**
   * Another model, as in `model`, which is asked if this one fails before its first word; the log says why.
   * Then this one is tried again only after pauses of at most 2 seconds. Default: none.
   */
  readonly fallback?: WrittenModel | undefined
  /**
   * The model that names conversations and makes suggestions, as in `model`; only of the assistant `default`.
   * Default: `model`.
   */
  readonly titleModel?: WrittenModel | undefined
  /**
   * Sampling temperature, 0 to 2. A page cannot change it. Default: the page's wish, else the provider's own.
   */
  readonly temperature?: number | undefined
  /**
   * Effort of a reasoning model: `none`, `minimal`, `low`, `medium`, `high`, `xhigh` or `max`. Models of AI
   * SDK 5 and 6 take it only in `providerOptions`. Default: the provider's own.
   */
  readonly effort?: Effort | undefined
  /**
   * Options of the provider's package, by its name for them: `{ anthropic: { cacheControl: { type: 'ephemeral' }
   * } }`; `openaiCompatible` for `openai-compatible`. Default: none.
   */
  readonly providerOptions?: Readonly<Record<string, JsonObject>> | undefined
  /**
   * Instructions for the model at the start of every conversation, at most 8,192 bytes; or a function that
   * returns them for a user, the page's data and a date. If it throws or is late, the answer fails. Default:
   * none; for the assistant `default` of project `default`: `ALCOVE_SYSTEM`.
   */
  readonly system?: string | SystemFunction | undefined
  /**
   * Abilities of its model: `{ images: false }` if it sees no pictures, and so `pdf` and `tools`. A person who
   * attaches such a file is told before sending, and the model is told that there is one. Default: known for
   * many models by their names, else all true.
   */
  readonly can?: Readonly<Partial<Record<Ability, boolean | undefined>>> | undefined
  /** Your functions around each model call: moderation, masking. Default: none. */
  readonly hooks?: AssistantHooks | undefined
  /** Time limit of each call of your functions for an answer, 1 to 60,000 ms. Default: 10,000. */
  readonly hookTimeoutMs?: number | undefined
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

const system = v.pipe(
  v.custom<string | SystemFunction>(
    (value) => typeof value === 'string' || typeof value === 'function',
    'expected a text or a function',
  ),
  v.check(
    (value) => systemBytes(value) <= SYSTEM_MAX_BYTES,
    ({ input }) => `expected at most ${SYSTEM_MAX_BYTES} bytes; there are ${systemBytes(input)}`,
  ),
)

/** Bytes that are known at start. */
const systemBytes = (value: string | SystemFunction): number =>
  typeof value === 'string' ? Buffer.byteLength(value) : 0

const assistant = block({
  model: v.optional(model),
  fallback: v.optional(model),
  titleModel: v.optional(model),
  temperature: v.optional(temperature),
  effort: v.optional(effort),
  providerOptions: v.optional(providerOptions),
  system: v.optional(system),
  can: v.optional(abilities),
  hooks: v.optional(hooks),
  hookTimeoutMs: v.optional(wholeNumber(1, HOOK_TIMEOUT_MOST_MS)),
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

const toConfig = (
  id: string,
  { temperature, effort, providerOptions, ...parsed }: v.InferOutput<typeof assistant>,
) => ({
  id,
  model: undefined,
  fallback: undefined,
  titleModel: undefined,
  system: undefined,
  maxOutputTokens: undefined,
  settings: toCallSettings({ temperature, effort, providerOptions }),
  contextTokens: undefined,
  ...parsed,
})

/** Keys of a block that name a model. */
export const MODEL_KEYS = ['model', 'fallback', 'titleModel'] as const
export type ModelKey = (typeof MODEL_KEYS)[number]

/** An assistant whose models are as its block says them. */
export type ParsedAssistant = Readonly<ReturnType<typeof toConfig>>

/** The model with its instructions and tools. */
export interface AssistantConfig extends Omit<ParsedAssistant, ModelKey> {
  readonly model: ModelChoice | undefined
  readonly fallback: ModelChoice | undefined
  readonly titleModel: ModelChoice | undefined
}

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
    (named): ReadonlyMap<string, ParsedAssistant> =>
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
