import { Validator } from '@cfworker/json-schema'
import { checkReadable, describeIssues } from '../../shared/argument-texts.ts'
import { ISSUES_MAX, type ArgumentIssue } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { toSchemaIssues } from '../../shared/schema-issues.ts'
import type { BackendTool } from './backend-tool.ts'
import { readSchema } from './schemas/read-schema.ts'
import { isTimeLimit, runWithTimeLimit } from './schemas/time-limit.ts'

/** Maximum length of the text about one issue: a model may have made up endless names. */
export const ISSUE_TEXT_MAX_CHARACTERS = 256

/**
 * Maximum time for the check of one call: a model may have written arguments for which a pattern of the
 * schema takes years. A usual check takes less than one millisecond.
 */
export const ARGUMENTS_CHECK_TIMEOUT_MS = 500

/** Returns the fault of a tool's arguments, in the specification's words; undefined: they are valid. */
export type ArgumentsCheck = (args: unknown) => string | undefined

const checks = new WeakMap<JsonObject, ArgumentsCheck>()

/**
 * Makes a check of arguments against their JSON Schema, once for each schema.
 *
 * @throws AlcoveError `config_invalid` for a schema that cannot be checked, naming the tool and the place.
 */
export function createArgumentsCheck(
  tool: Pick<BackendTool, 'name' | 'parameters'>,
): ArgumentsCheck {
  const { parameters } = tool
  const known = checks.get(parameters)
  if (known) return known
  const validator = createValidator(tool)
  const check: ArgumentsCheck = (args) => {
    const issues = findIssues(validator, args)
    return issues.length === 0 ? undefined : describeIssues(issues)
  }
  checks.set(parameters, check)
  return check
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

function findIssues(validator: Validator, args: unknown): ArgumentIssue[] {
  try {
    const { valid, errors } = runWithTimeLimit(
      () => validator.validate(args),
      ARGUMENTS_CHECK_TIMEOUT_MS,
    )
    return valid ? [] : toSchemaIssues(errors).slice(0, ISSUES_MAX).map(cutIssue)
  } catch (error) {
    // Besides the limit: a reference that leads back to itself overflows the stack.
    return [{ path: [], message: isTimeLimit(error) ? CHECK_TEXTS.slow : CHECK_TEXTS.endless }]
  }
}

const CHECK_TEXTS = {
  slow: 'The check of the arguments took too long. Shorter texts and lists take less.',
  endless: 'The schema of the arguments leads back to itself without end.',
} as const

function cutIssue({ path, message }: ArgumentIssue): ArgumentIssue {
  const cut = (text: string) => text.slice(0, ISSUE_TEXT_MAX_CHARACTERS)
  return { path: path.map(cut), message: cut(message) }
}

function createValidator({ name, parameters }: Pick<BackendTool, 'name' | 'parameters'>) {
  const read = readSchema(parameters)
  if ('problem' in read) throw createSchemaError(name, read.problem, read.hint)
  const shortCircuit = false
  const validator = new Validator(read.schema, read.dialect, shortCircuit)
  const [issue] = findIssues(validator, {})
  if (issue?.message === CHECK_TEXTS.endless) throw createSchemaError(name, CHECK_TEXTS.endless)
  return validator
}

const createSchemaError = (name: string, problem: string, hint?: string): AlcoveError =>
  new AlcoveError(
    'config_invalid',
    `The parameters of the tool ${name} cannot be checked: ${problem.replace(/\.$/, '')}.`,
    hint === undefined ? {} : { hint },
  )

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
