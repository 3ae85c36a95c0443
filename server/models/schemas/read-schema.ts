import { dereference, Validator, type Schema } from '@cfworker/json-schema'
import { isPlainObject, type JsonObject } from '../../../shared/json.ts'
import { readDialect, type Dialect } from '../../../shared/schema-dialect.ts'
import { toSchemaIssues } from '../../../shared/schema-issues.ts'
import { schemaOfSchemas } from './schema-of-schemas.ts'

/** A valid schema of a tool's arguments. */
export interface ArgumentsSchema {
  readonly dialect: Dialect
  /** A copy, since the validator writes into a schema. */
  readonly schema: JsonObject
  /** Schemas that a reference can lead to, by their whole addresses. */
  readonly targets: Readonly<Record<string, Schema | boolean>>
}

/** A fault of a schema, and its remedy. */
export interface SchemaProblem {
  readonly problem: string
  readonly hint?: string
}

const validators = new Map<Dialect, Validator>()

/** Reads a tool's parameters. Arguments are always an object, even if their schema allows other values. */
export function readSchema(parameters: JsonObject): ArgumentsSchema | SchemaProblem {
  const dialect = readDialect(parameters)
  if (dialect === undefined) {
    return {
      problem: `$schema is ${JSON.stringify(parameters['$schema'])}, an unknown dialect`,
      hint: 'Known are JSON Schema 2020-12, 2019-09, and drafts 07, 06 and 04.',
    }
  }
  const schema: JsonObject = { ...structuredClone(parameters), type: 'object' }
  const problem = findForm(schema, dialect)
  if (problem) return problem
  try {
    const targets = dereference(schema)
    return findReference(targets) ?? { dialect, schema, targets }
  } catch (error) {
    // Two subschemas with one `$id`, or one that is no address.
    return { problem: (error as Error).message }
  }
}

/** Finds a keyword whose value has another form than its dialect knows. */
function findForm(schema: JsonObject, dialect: Dialect): SchemaProblem | undefined {
  const known = validators.get(dialect)
  const validator = known ?? new Validator(schemaOfSchemas(dialect), '7', false)
  validators.set(dialect, validator)
  const { valid, errors } = validator.validate(schema)
  if (valid) return undefined
  const issues = toSchemaIssues(errors)
  // The deepest one is the cause of the others.
  const { path, message } = issues.reduce((one, two) =>
    two.path.length > one.path.length ? two : one,
  )
  const hint =
    path.at(-1) === 'items' && dialect === '2020-12'
      ? 'Say prefixItems for a list of schemas, or name an older dialect in $schema.'
      : `Expected is a JSON Schema of the dialect ${dialect}; $schema names another one.`
  return { problem: `${placeOf(path)}: ${message.replace(/\.$/, '')}`, hint }
}

function findReference(targets: ArgumentsSchema['targets']): SchemaProblem | undefined {
  for (const [address, target] of Object.entries(targets)) {
    if (!isPlainObject(target)) continue
    const { $ref, $dynamicRef, __absolute_ref__: absolute } = target
    const at = (problem: string) => `${new URL(address).hash || '#'}: ${problem}`
    if ($dynamicRef !== undefined) {
      return { problem: at('$dynamicRef is not supported'), hint: 'Say $ref and $anchor.' }
    }
    if ($ref !== undefined && targets[absolute ?? $ref] === undefined) {
      return {
        problem: at(`the reference ${JSON.stringify($ref)} leads nowhere`),
        hint: 'Only references inside of the schema are followed.',
      }
    }
  }
  return undefined
}

const placeOf = (path: readonly string[]): string =>
  ['#', ...path.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')
