import type { OutputUnit } from '@cfworker/json-schema'
import { ISSUES_MAX, type ArgumentIssue } from '../../../shared/bridge/contract.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** Keywords whose errors only report an error further down. */
const WRAPPERS = new Set(['properties', 'items', 'prefixItems', 'allOf', '$ref'])

/**
 * Returns the issues of the arguments; empty for valid ones. The validator is loaded with the first call.
 *
 * @throws the error of an invalid schema, for example of a reference to nowhere.
 */
export async function checkArguments(
  parameters: JsonObject,
  args: JsonObject,
): Promise<readonly ArgumentIssue[]> {
  const { Validator } = await import('@cfworker/json-schema')
  const shortCircuit = false
  const { valid, errors } = new Validator(parameters, '2020-12', shortCircuit).validate(args)
  if (valid) return []
  const causes = errors.filter(({ keyword }) => !WRAPPERS.has(keyword))
  return (causes.length > 0 ? causes : errors).slice(0, ISSUES_MAX).map(toIssue)
}

function toIssue({ instanceLocation, error }: OutputUnit): ArgumentIssue {
  const steps = instanceLocation.split('/').slice(1)
  return { path: steps.map(decodeStep), message: error }
}

/** Decodes a step of a JSON pointer in a URI fragment. */
function decodeStep(step: string): string {
  return decodeURI(step).replaceAll('~1', '/').replaceAll('~0', '~')
}
