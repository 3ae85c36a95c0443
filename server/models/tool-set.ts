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

/** What the model says of one call of a tool. */
export type ReadCall = Pick<LanguageModelV4ToolCall, 'toolCallId' | 'toolName'> & {
  /** The arguments; the provider's text when they are no JSON. */
  readonly input: unknown
  /** How the provider itself names the call later. */
  readonly providerOptions: LanguageModelV4ToolCall['providerMetadata']
} & (
    | { readonly type: 'wrong'; readonly problem: string }
    /** To run here. */
    | { readonly type: 'own'; readonly tool: BackendTool; readonly args: JsonObject }
    /** The browser runs it. */
    | { readonly type: 'browser' }
    /** The provider ran it itself. `isContradicted`: its streamed arguments were others. */
    | { readonly type: 'provider'; readonly isContradicted?: boolean }
  )

/** The tools of one request. */
export interface ToolSet {
  /** As the provider's package wants them; absent without any. */
  readonly declared?: LanguageModelV4FunctionTool[]
  read(call: LanguageModelV4ToolCall): Promise<ReadCall>
}

interface OfferedTool {
  readonly declared: LanguageModelV4FunctionTool
  readonly check: ArgumentsCheck
  /** Absent: the browser runs it. */
  readonly own?: BackendTool
}

/** All tools of a request. A backend tool wins over a browser's of its name. */
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

const declare = ({
  name,
  description,
  parameters,
}: Pick<BackendTool, 'name' | 'description' | 'parameters'>): LanguageModelV4FunctionTool => ({
  type: 'function',
  name,
  inputSchema: parameters,
  ...(description === undefined ? {} : { description }),
})

const NO_SUCH_TOOL_TEXT = 'The model called a tool that does not exist.'
const WRONG_CALL_TEXT = 'The model called a tool wrongly.'

/** Nothing is repaired: the model reads the same words of its call as the person. */
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
  // Many models say nothing where a tool wants nothing.
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

/** Readers take the prefix for an interrupt, and the arguments may quote it. */
const tellable = (problem: string): string =>
  problem.includes(INTERRUPT_PREFIX) ? WRONG_CALL_TEXT : problem

/** Names of tool calls, each given once in an answer. */
export interface CallIds {
  /** Ids count anew from here. */
  startStep(): void
  /** Ours, for the provider's id of the running step. */
  of(providerId: string): string
}

/**
 * Some servers number the calls of each model call anew. Two calls of one name in one answer would be
 * one to every reader, and the second one's result would replace the first one's.
 *
 * @param taken ids of the calls that the answer has already, when it goes on.
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
 * A part whose call has our id before anything is made of it: the tool that runs, whoever reads along and
 * the next model call then know a call by one name. Arguments lose their halves of characters here as well,
 * since the next model call repeats them.
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
