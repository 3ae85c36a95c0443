import {
  InvalidToolInputError,
  JSONParseError,
  jsonSchema,
  NoSuchToolError,
  tool,
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
import type { CallRunner } from './run-calls.ts'

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
