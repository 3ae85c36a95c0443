import { isPlainObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { meaningOf } from './field-meanings.ts'

/** The schema with what its fields mean. @param owner the operation or schema that it describes, and the fields above it. */
export function explainSchema(schema: JsonObject, owner: string): JsonObject {
  const explained: Record<string, JsonValue> = { ...schema }
  const { properties, items, anyOf } = schema
  if (isPlainObject(items)) explained['items'] = explainSchema(items, owner)
  if (Array.isArray(anyOf)) {
    explained['anyOf'] = anyOf.map((option: JsonValue) =>
      isPlainObject(option) ? explainSchema(option, owner) : option,
    )
  }
  if (isPlainObject(properties)) {
    explained['properties'] = Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, explainField(field, owner, name)]),
    )
  }
  return explained
}

function explainField(field: JsonValue | undefined, owner: string, name: string): JsonValue {
  if (!isPlainObject(field)) return field ?? {}
  const { description: given, ...rest } = explainSchema(field, `${owner}.${name}`)
  const words = [meaningOf(owner, name), given].filter((text) => typeof text === 'string')
  return words.length === 0 ? rest : { ...rest, description: words.join(' ') }
}
