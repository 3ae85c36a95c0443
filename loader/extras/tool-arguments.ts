import { ISSUES_MAX, type ArgumentIssue } from '../../shared/bridge/contract.ts'
import { ARGUMENTS_INVALID_TEXT } from '../../shared/error-texts.ts'
import { isStandardSchema, type StandardSchema } from '../../shared/standard-schema.ts'
import type { JsonObject } from '../../shared/json.ts'

/** Pages have no types, so any field may be missing. */
interface Given {
  readonly parameters?: object
  readonly toJsonSchema?: ((parameters: never) => object) | undefined
}

/**
 * The JSON schema of a tool's arguments: the given one, or the one that a Standard Schema provides; undefined
 * if it provides none.
 *
 * @throws any error of a schema without a JSON form, for example of a date.
 */
export function jsonSchemaOf({ parameters, toJsonSchema }: Given): object | undefined {
  if (!isStandardSchema(parameters)) return parameters
  if (toJsonSchema) return toJsonSchema(parameters as never)
  return parameters['~standard'].jsonSchema?.input({ target: 'draft-2020-12' })
}

/** The arguments of a call as converted by its schema, or the schema's issues. */
export async function convertArguments(
  parameters: object | StandardSchema,
  args: JsonObject,
): Promise<{ readonly args: JsonObject } | { readonly issues: readonly ArgumentIssue[] }> {
  if (!isStandardSchema(parameters)) return { args }
  const result = await parameters['~standard'].validate(args)
  if (!result.issues) return { args: result.value as JsonObject }
  return {
    issues: result.issues.slice(0, ISSUES_MAX).map(({ message, path = [] }) => ({
      path: path.map((step) => String(typeof step === 'object' ? step.key : step)),
      message,
    })),
  }
}

/** Description of invalid arguments for the model. */
export const describeRefusal = (issues: readonly ArgumentIssue[]): string =>
  `${ARGUMENTS_INVALID_TEXT} ${JSON.stringify(issues)}`
