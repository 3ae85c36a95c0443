import { isPlainObject, type JsonObject, type JsonValue } from '../../shared/json.ts'

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** For text and for quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)

/** BCP 47's own word. */
const UNKNOWN_LANGUAGE = 'und'

/** Language and direction of a page. */
interface Reading {
  /** BCP 47; null: unknown. */
  readonly language: string | null
  /** Undefined: as browsers have it. */
  readonly direction: 'ltr' | 'rtl' | undefined
}

/** Start of a page of the service, up to its title. */
export const headHtml = (
  title: string,
  { language, direction }: Reading = { language: 'en', direction: undefined },
): string => `<!doctype html>
<html lang="${escapeHtml(language ?? UNKNOWN_LANGUAGE)}"${direction === undefined ? '' : ` dir="${direction}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>`

/** Converts text whose backticks mark code. */
export const proseHtml = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

/** A table whose first cell names its row. Cells are HTML. */
export function tableHtml(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return ''
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('')
  const body = rows.map(
    ([first = '', ...rest]) =>
      `<tr><th scope="row">${first}</th>${rest.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  )
  return `<table><thead><tr>${head}</tr></thead><tbody>${body.join('')}</tbody></table>`
}

export interface Field {
  readonly name: string
  readonly schema: JsonObject
  readonly isRequired: boolean
  /** Place of the field, if not the body. */
  readonly place?: string
  readonly meaning?: string | undefined
}

/** Fields with their types below their names, and their meanings. */
export const fieldsHtml = (title: string, fields: readonly Field[]): string =>
  tableHtml([title, 'Meaning'], fields.map(fieldRow))

function fieldRow({ name, schema, isRequired, place, meaning }: Field): readonly string[] {
  const notes = [
    ...(place === undefined ? [] : [`in ${escapeHtml(place)}`]),
    typeHtml(schema),
    ...(isRequired ? ['<b>required</b>'] : []),
  ]
  const text = meaning ?? textOf(schema['description'])
  const fallback = schema['default']
  const end =
    fallback === undefined
      ? ''
      : ` Default: ${codeHtml(textOf(fallback) || JSON.stringify(fallback))}.`
  return [`${codeHtml(name)} <small>${notes.join(' · ')}</small>`, proseHtml(text) + end]
}

/** The fields of a list's objects have separate rows. */
function typeHtml(schema: JsonObject): string {
  const { type, items, properties } = schema
  if (type === 'object' && isPlainObject(properties)) return 'object'
  if (!isPlainObject(items) || !isPlainObject(items['properties'])) return schemaHtml(schema)
  return schemaHtml({ ...schema, items: { type: 'object' } })
}

/** The fields of an object; those of lists of objects follow them, as `list[].field`. */
export function fieldsOf(schema: JsonObject, before = ''): readonly Field[] {
  const { properties, required } = schema
  if (!isPlainObject(properties)) return []
  const needed: readonly JsonValue[] = Array.isArray(required) ? required : []
  return Object.entries(properties).flatMap(([name, field]) => {
    if (!isPlainObject(field)) return []
    const { items } = field
    const whole = before + name
    return [
      { name: whole, schema: field, isRequired: needed.includes(name) },
      ...(isPlainObject(items) ? fieldsOf(items, `${whole}[].`) : fieldsOf(field, `${whole}.`)),
    ]
  })
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

/** A preformatted text under a caption. */
export const sampleHtml = (caption: string, html: string): string =>
  `<figure><figcaption>${caption}</figcaption><pre><code>${html}</code></pre></figure>`

const TOKENS = /(&quot;(?:[^&\\]|\\.|&(?!quot;))*?&quot;)(\s*:)?/g

/** JSON with its names and texts in colours. */
export function jsonHtml(value: JsonValue): string {
  return escapeHtml(JSON.stringify(value, null, 2)).replaceAll(
    TOKENS,
    (_, text: string, colon: string | undefined) =>
      colon === undefined ? `<i>${text}</i>` : `<b>${text}</b>${colon}`,
  )
}

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
