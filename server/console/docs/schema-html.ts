import { isPlainObject, type JsonObject } from '../../../shared/json.ts'
import { escapeHtml } from '../escape-html.ts'

export const codeHtml = (text: string): string => `<code>${escapeHtml(text)}</code>`

/** A schema in a few words. */
export function schemaHtml(schema: JsonObject): string {
  const { $ref, anyOf, enum: values, type, items } = schema
  if (typeof $ref === 'string') {
    const name = escapeHtml($ref.slice($ref.lastIndexOf('/') + 1))
    return `<a href="#schema-${name}">${name}</a>`
  }
  if (Array.isArray(anyOf)) return (anyOf as JsonObject[]).map(schemaHtml).join(' or ')
  if (Array.isArray(values)) return values.map((value) => codeHtml(String(value))).join(', ')
  if ('const' in schema) return codeHtml(JSON.stringify(schema['const']))
  if (type === 'array') {
    return `list of ${isPlainObject(items) ? schemaHtml(items) : 'anything'}${limits(schema)}`
  }
  const { properties } = schema
  if (type === 'object' && isPlainObject(properties)) {
    const names = Object.keys(properties).map(codeHtml)
    return names.length === 0 ? 'an empty object' : `object with ${names.join(', ')}`
  }
  if (typeof type !== 'string') return 'anything'
  const { format } = schema
  return (typeof format === 'string' ? escapeHtml(format) : escapeHtml(type)) + limits(schema)
}

function limits(schema: JsonObject): string {
  const { minLength, maxLength, minItems, maxItems, minimum, maximum } = schema
  const low = [minLength, minItems, minimum].find((value) => typeof value === 'number')
  const high = [maxLength, maxItems, maximum].find((value) => typeof value === 'number')
  if (low === undefined) return high === undefined ? '' : ` (at most ${high})`
  return high === undefined ? ` (at least ${low})` : ` (${low} to ${high})`
}
