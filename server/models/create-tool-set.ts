import { jsonSchema, tool, type ToolSet } from 'ai'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { BackendTool } from './backend-tool.ts'
import { checkReadable, createSizedCheck, type ArgumentsCheck } from './check-arguments.ts'
import type { CallRunner } from './create-call-runner.ts'
import { needsApproval, type ApprovalSetup } from './needs-approval.ts'
import type { BackendTools, ModelRequest, ToolDeclaration } from './model.ts'

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
      const outcome = await runner.run(each, args, toolCallId)
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
