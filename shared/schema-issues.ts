/** A fault as the validator of schemas reports it. */
export interface SchemaFault {
  readonly keyword: string
  /** A JSON pointer as a URI fragment. */
  readonly instanceLocation: string
  readonly error: string
}

/** Keywords whose faults only report a fault further down. */
const WRAPPERS = new Set(
  (
    'properties patternProperties additionalProperties unevaluatedProperties dependentSchemas ' +
    'items prefixItems additionalItems unevaluatedItems allOf if $ref $recursiveRef'
  ).split(' '),
)

/** Returns the place and the text of each fault, the causes only. */
export function toSchemaIssues(
  faults: readonly SchemaFault[],
): { readonly path: readonly string[]; readonly message: string }[] {
  const causes = faults.filter(({ keyword }) => !WRAPPERS.has(keyword))
  return (causes.length > 0 ? causes : faults).map(({ keyword, instanceLocation, error }) => ({
    path: instanceLocation.split('/').slice(1).map(decodeStep),
    message: keyword === 'false' ? 'No value is allowed here.' : error,
  }))
}

const decodeStep = (step: string): string =>
  decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
