import { z } from 'zod'
import { checkReadable, describeIssues } from '../../shared/argument-texts.ts'
import { ISSUES_MAX, type ArgumentIssue } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { BackendTool } from './backend-tool.ts'

/** Maximum length of the text about one issue: a model may have made up endless names. */
export const ISSUE_TEXT_MAX_CHARACTERS = 256

/** Returns the fault of a tool's arguments, in the specification's words; undefined: they are valid. */
export type ArgumentsCheck = (args: unknown) => string | undefined

/**
 * Makes a check of arguments against their JSON Schema.
 *
 * @throws AlcoveError `config_invalid` for a schema that cannot be checked, naming the tool.
 */
export function createArgumentsCheck({
  name,
  parameters,
}: Pick<BackendTool, 'name' | 'parameters'>): ArgumentsCheck {
  const schema = readSchema(name, parameters)
  return (args) => {
    const { success, error } = schema.safeParse(args)
    return success ? undefined : describeIssues(error.issues.slice(0, ISSUES_MAX).map(toIssue))
  }
}

/**
 * Makes a check of arguments against their schema, the maximum of their JSON text in bytes, and the maximum
 * depth.
 *
 * @throws AlcoveError `config_invalid`, as {@link createArgumentsCheck}.
 */
export function createSizedCheck(
  tool: Pick<BackendTool, 'name' | 'parameters'>,
  maxBytes: number,
): ArgumentsCheck {
  const check = createArgumentsCheck(tool)
  return (args) => {
    // Deeper ones would change when they are stored and sent for approval.
    const problem = checkReadable(args)
    if (problem !== undefined) return problem
    return Buffer.byteLength(JSON.stringify(args)) > maxBytes
      ? describeIssues([{ path: [], message: `The arguments have more than ${maxBytes} bytes.` }])
      : check(args)
  }
}

function toIssue({ path, message }: z.core.$ZodIssue): ArgumentIssue {
  const cut = (text: string) => text.slice(0, ISSUE_TEXT_MAX_CHARACTERS)
  return { path: path.map((step) => cut(String(step))), message: cut(message) }
}

function readSchema(name: string, parameters: JsonObject) {
  try {
    // Arguments are always an object, even if their schema allows other values.
    const schema = { ...parameters, type: 'object' } as Parameters<typeof z.fromJSONSchema>[0]
    return z.fromJSONSchema(schema)
  } catch (error) {
    throw new AlcoveError(
      'config_invalid',
      `The parameters of the tool ${name} cannot be checked: ${(error as Error).message}.`,
      { hint: 'Expected is a JSON Schema of an object, without conditions.', cause: error },
    )
  }
}

/** An operator's check that takes longer means yes. */
export const APPROVAL_CHECK_TIMEOUT_MS = 10_000

export interface ApprovalSetup {
  readonly onFailure: (toolName: string, error: unknown) => void
  /** Default {@link APPROVAL_CHECK_TIMEOUT_MS}. */
  readonly timeoutMs?: number
}

/** True if a person has to approve this call first. In doubt, true. */
export async function needsApproval(
  { name, needsApproval: check = false }: Pick<BackendTool, 'name' | 'needsApproval'>,
  args: JsonObject,
  { onFailure, timeoutMs = APPROVAL_CHECK_TIMEOUT_MS }: ApprovalSetup,
): Promise<boolean> {
  if (typeof check === 'boolean') return check
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<true>((resolve) => (timer = setTimeout(resolve, timeoutMs, true)))
  try {
    // Only `false` means no; an untyped check may return anything.
    const answer: unknown = await Promise.race([check(args), isLate])
    return answer !== false
  } catch (error) {
    onFailure(name, error)
    return true
  } finally {
    clearTimeout(timer)
  }
}
