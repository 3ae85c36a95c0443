import {
  InvalidToolInputError,
  JSONParseError,
  jsonSchema,
  NoSuchToolError,
  tool,
  wrapLanguageModel,
  type LanguageModelMiddleware,
  type ToolCallRepairFunction,
  type ToolSet,
} from 'ai'
import { describeUnreadable } from '../../shared/argument-texts.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { INTERRUPT_PREFIX } from '../../shared/thread/interrupt.ts'
import type { BackendTool } from './backend-tool.ts'
import {
  checkReadable,
  createSizedCheck,
  needsApproval,
  type ApprovalSetup,
  type ArgumentsCheck,
} from './check-call.ts'
import type { BackendTools, ModelRequest, ToolDeclaration } from './model.ts'
import type { ProviderCall } from './provider-call.ts'
import type { CallRunner } from './run-calls.ts'
import { wellFormedJsonText } from './well-formed.ts'

/** All tools of a request as the AI SDK wants them. A backend tool wins over a browser's of its name. */
export function createToolSet(
  { tools = [], backend }: Pick<ModelRequest, 'tools' | 'backend'>,
  runner: CallRunner,
): ToolSet {
  const declared = tools.map((each) => [each.name, declare(each)] as const)
  const own = (backend?.tools ?? []).map((each) => [each.name, prepare(each, backend!, runner)])
  return Object.fromEntries([...declared, ...own]) as ToolSet
}

/** Which calls the loop stops at, to be allowed by a person. */
export function createToolApproval(
  { tools }: Pick<BackendTools, 'tools'>,
  onFailure: ApprovalSetup['onFailure'],
) {
  const decide = (each: BackendTool) => async (args: JsonObject) =>
    (await needsApproval(each, args, { onFailure })) ? ('user-approval' as const) : undefined
  return Object.fromEntries(tools.map((each) => [each.name, decide(each)]))
}

/** Without `execute`: the browser runs it. */
const declare = ({ description, parameters }: ToolDeclaration) =>
  tool({
    ...(description === undefined ? {} : { description }),
    inputSchema: jsonSchema<JsonObject>(parameters, { validate: toValidate(checkReadable) }),
  })

function prepare(each: BackendTool, { argsBytes }: BackendTools, runner: CallRunner) {
  const { description, parameters } = each
  const validate = toValidate(createSizedCheck(each, argsBytes))
  return tool({
    ...(description === undefined ? {} : { description }),
    inputSchema: jsonSchema<JsonObject>(parameters, { validate }),
    execute: async (args, { toolCallId }) => {
      const outcome = await runner(each, args, toolCallId)
      switch (outcome.type) {
        case 'result':
          return outcome.output
        case 'failure':
          throw new AlcoveError('unavailable', outcome.errorText)
        case 'interrupt':
          // Its data is what the chunk mapper makes the interrupt of.
          throw new AlcoveError('interrupted', 'The call waits for an authorization.', {
            data: outcome.interrupt,
          })
        default:
          outcome satisfies never
          return null
      }
    },
  })
}

const toValidate = (check: ArgumentsCheck) => (value: unknown) => {
  const problem = check(value)
  return problem === undefined
    ? { success: true as const, value: value as JsonObject }
    : { success: false as const, error: new AlcoveError('invalid_request', problem) }
}

const NO_SUCH_TOOL_TEXT = 'The model called a tool that does not exist.'
const WRONG_CALL_TEXT = 'The model called a tool wrongly.'

/** What a person is told of a call that the AI SDK refused: the specification's words for arguments. */
export function describeInvalidCall(error: unknown): string {
  if (NoSuchToolError.isInstance(error)) return NO_SUCH_TOOL_TEXT
  const text = InvalidToolInputError.isInstance(error) ? describeCause(error.cause) : undefined
  // Readers take the prefix for an interrupt, and the arguments may quote it.
  return text === undefined || text.includes(INTERRUPT_PREFIX) ? WRONG_CALL_TEXT : text
}

function describeCause(cause: unknown): string | undefined {
  if (JSONParseError.isInstance(cause)) {
    return describeUnreadable(cause.cause instanceof Error ? cause.cause.message : 'No JSON')
  }
  // What a check of ours says stands behind the SDK's own error.
  const inner = cause instanceof Error ? cause.cause : undefined
  return inner instanceof AlcoveError ? inner.message : undefined
}

/** Nothing is repaired: the model reads the same words of its call as the person. */
export const tellInvalidCall: ToolCallRepairFunction<ToolSet> = async ({ error }) => {
  if (InvalidToolInputError.isInstance(error)) {
    // The SDK writes an error for the model as its name and its message.
    Object.assign(error, { name: '', message: describeInvalidCall(error) })
  }
  return null
}

/** Names of tool calls, each given once in an answer. */
interface CallIds {
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

type WrappedModel = Parameters<typeof wrapLanguageModel>[0]['model']
type StreamResult = Awaited<ReturnType<NonNullable<LanguageModelMiddleware['wrapStream']>>>
type ProviderPart = StreamResult['stream'] extends ReadableStream<infer Part> ? Part : never

/**
 * A provider's model whose calls have our ids before anything is made of them: the tool that runs,
 * whoever reads along and the next model call then know a call by one name. Arguments lose their
 * halves of characters here as well, since the next model call repeats them.
 *
 * @param call has the provider asked for the call that it belongs to.
 */
export function withCallIds(model: WrappedModel, ids: CallIds, call: ProviderCall) {
  return wrapLanguageModel({
    model,
    middleware: {
      async wrapStream({ doStream }) {
        const result = await call(doStream)
        ids.startStep()
        const rename = new TransformStream<ProviderPart, ProviderPart>({
          transform: (part, controller) => controller.enqueue(withOurId(part, ids)),
        })
        return { ...result, stream: result.stream.pipeThrough(rename) }
      },
    },
  })
}

function withOurId(part: ProviderPart, ids: CallIds): ProviderPart {
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
