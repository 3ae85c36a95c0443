import type {
  LanguageModelV4FunctionTool,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from '@ai-sdk/provider'
import { safeParseJSON } from '@ai-sdk/provider-utils'
import { checkReadable, describeUnreadable } from '../../shared/argument-texts.ts'
import type { JsonObject } from '../../shared/json.ts'
import { INTERRUPT_PREFIX } from '../../shared/thread/interrupt.ts'
import { wellFormedJsonText } from '../../shared/well-formed-json.ts'
import type { BackendTool } from './backend-tool.ts'
import { createSizedCheck, type ArgumentsCheck } from './check-call.ts'
import type { ModelRequest } from './model.ts'
import { toProviderSchema, type ProviderSchema } from './schemas/provider-schema.ts'

/** A model's call of a tool, validated. */
export type ReadCall = Pick<LanguageModelV4ToolCall, 'toolCallId' | 'toolName'> & {
  /** The arguments; the provider's text if it is malformed JSON. */
  readonly input: unknown
  /** The provider's own data about the call. */
  readonly providerOptions: LanguageModelV4ToolCall['providerMetadata']
} & (
    | { readonly type: 'wrong'; readonly problem: string }
    /** Runs on this server. */
    | { readonly type: 'own'; readonly tool: BackendTool; readonly args: JsonObject }
    /** Runs in the browser. `asksFirst`: not before a person has approved it. */
    | { readonly type: 'browser'; readonly asksFirst?: boolean }
    /** The provider ran it itself. `isContradicted`: its streamed arguments differed. */
    | { readonly type: 'provider'; readonly isContradicted?: boolean }
  )

/** The tools of one request. */
export interface ToolSet {
  /** In the form of the provider's package; absent without tools. */
  readonly declared?: LanguageModelV4FunctionTool[]
  read(call: LanguageModelV4ToolCall): Promise<ReadCall>
}

interface OfferedTool {
  readonly declared: LanguageModelV4FunctionTool
  readonly check: ArgumentsCheck
  /** Absent: the browser runs it. */
  readonly own?: BackendTool
}

/** All tools of a request. A backend tool takes precedence over a browser's tool of the same name. */
export function createToolSet({
  tools = [],
  backend,
}: Pick<ModelRequest, 'tools' | 'backend'>): ToolSet {
  const offered = new Map<string, OfferedTool>()
  for (const each of tools) {
    offered.set(each.name, { declared: declare(each), check: checkReadable })
  }
  for (const each of backend?.tools ?? []) {
    const check = createSizedCheck(each, backend?.argsBytes ?? 0)
    offered.set(each.name, { declared: declare(each), check, own: each })
  }
  return {
    ...(offered.size === 0 ? {} : { declared: [...offered.values()].map((each) => each.declared) }),
    read: (call) => readCall(call, offered.get(call.toolName)),
  }
}

function declare(
  tool: Pick<BackendTool, 'name' | 'description' | 'parameters'>,
): LanguageModelV4FunctionTool {
  const { parameters, rule } = providerSchemaOf(tool.parameters)
  const description = [tool.description, rule].filter((text) => text !== undefined).join('\n\n')
  return {
    type: 'function',
    name: tool.name,
    inputSchema: parameters,
    ...(description === '' ? {} : { description }),
  }
}

/** By the operator's schemas, which stay, and a page's, which end with their request. */
const providerSchemas = new WeakMap<JsonObject, ProviderSchema>()

function providerSchemaOf(parameters: JsonObject): ProviderSchema {
  const schema = providerSchemas.get(parameters) ?? toProviderSchema(parameters)
  providerSchemas.set(parameters, schema)
  return schema
}

const NO_SUCH_TOOL_TEXT = 'The model called a tool that does not exist.'
const WRONG_CALL_TEXT = 'The model called a tool wrongly.'

/** Nothing is repaired: the model and the person see the same call. */
async function readCall(
  {
    toolCallId,
    toolName,
    input: text,
    providerExecuted,
    providerMetadata,
  }: LanguageModelV4ToolCall,
  offered: OfferedTool | undefined,
): Promise<ReadCall> {
  // Many models send no text for a tool without arguments.
  const parsed = await safeParseJSON({ text: text.trim() === '' ? '{}' : text })
  const input: unknown = parsed.success ? parsed.value : text
  const read = { toolCallId, toolName, input, providerOptions: providerMetadata }
  if (providerExecuted === true) return { ...read, type: 'provider' }
  if (!offered) return { ...read, type: 'wrong', problem: NO_SUCH_TOOL_TEXT }
  const problem = parsed.success ? offered.check(input) : describeNoJson(parsed.error)
  if (problem !== undefined) return { ...read, type: 'wrong', problem: tellable(problem) }
  return offered.own
    ? { ...read, type: 'own', tool: offered.own, args: input as JsonObject }
    : { ...read, type: 'browser' }
}

const describeNoJson = ({ cause }: Error): string =>
  describeUnreadable(cause instanceof Error ? cause.message : 'No JSON')

/** Readers recognize an interrupt by its prefix, which the arguments may quote. */
const tellable = (problem: string): string =>
  problem.includes(INTERRUPT_PREFIX) ? WRONG_CALL_TEXT : problem

/** Ids of tool calls, unique within an answer. */
export interface CallIds {
  /** The provider's ids restart here. */
  startStep(): void
  /** Our id for the provider's id in the current step. */
  of(providerId: string): string
}

/**
 * Some servers restart their ids in each model call. For readers two calls with one id in an answer would be
 * the same call, and the second result would replace the first.
 *
 * @param taken ids of the calls that a continued answer already has.
 */
export function createCallIds(taken: Iterable<string> = []): CallIds {
  const given = new Set(taken)
  let step = 0
  let ofStep = new Map<string, string>()

  return {
    startStep() {
      step += 1
      ofStep = new Map()
    },
    of(providerId) {
      const known = ofStep.get(providerId)
      if (known !== undefined) return known
      let id = providerId
      for (let suffix = step; given.has(id); suffix++) id = `${providerId}-${suffix}`
      given.add(id)
      ofStep.set(providerId, id)
      return id
    },
  }
}

/**
 * Replaces the id of a part's call by ours before it is used, so that the tool, the readers and the next
 * model call share one id. Lone surrogates in arguments are replaced here as well, since the next model call
 * repeats the arguments.
 */
export function withOurId<Part extends LanguageModelV4StreamPart>(part: Part, ids: CallIds): Part {
  switch (part.type) {
    case 'tool-input-start':
    case 'tool-input-delta':
    case 'tool-input-end':
      return { ...part, id: ids.of(part.id) }
    case 'tool-call': {
      const input = wellFormedJsonText(part.input)
      return { ...part, toolCallId: ids.of(part.toolCallId), input }
    }
    case 'tool-result':
    case 'tool-approval-request':
      return { ...part, toolCallId: ids.of(part.toolCallId) }
    default:
      return part
  }
}
