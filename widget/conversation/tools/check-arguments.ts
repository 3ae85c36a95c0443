import { ISSUES_MAX, type ArgumentIssue } from '../../../shared/bridge/contract.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { DEFAULT_DIALECT, readDialect } from '../../../shared/schema-dialect.ts'
import { toSchemaIssues } from '../../../shared/schema-issues.ts'

/**
 * Returns the issues of the arguments; empty for valid ones. The validator is loaded with the first call. A
 * schema of an unknown dialect is read as one of {@link DEFAULT_DIALECT}.
 *
 * @throws the error of an invalid schema, for example of a reference to nowhere.
 */
export async function checkArguments(
  parameters: JsonObject,
  args: JsonObject,
): Promise<readonly ArgumentIssue[]> {
  const { Validator } = await import('@cfworker/json-schema')
  const shortCircuit = false
  const dialect = readDialect(parameters) ?? DEFAULT_DIALECT
  const { valid, errors } = new Validator(parameters, dialect, shortCircuit).validate(args)
  return valid ? [] : toSchemaIssues(errors).slice(0, ISSUES_MAX)
}
