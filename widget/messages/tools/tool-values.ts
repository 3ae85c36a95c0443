import type { JsonValue } from '../../../shared/json.ts'
import { markAllInvisible } from '../../../shared/mark-invisible.ts'
import { isSecret, MASK, maskSecret } from './tool-words.ts'

/** Characters of arguments or result that are shown before "Show all". */
export const PREVIEW_CHARACTERS = 2000

// `"key": "val` with or without its end: arguments are printed while they stream in.
const TEXT_ENTRY = /"((?:[^"\\]|\\.)*)"(\s*:\s*)"((?:[^"\\]|\\.)*)("|\\?$)/g

/** Formatted JSON with masked values for keys that name a secret. */
export function printToolJson(value: JsonValue | undefined): string {
  const text =
    typeof value === 'string' ? printText(value) : (JSON.stringify(value, maskSecret, 2) ?? '')
  return markAllInvisible(text)
}

/** Tools often return JSON as text. Other text, and incomplete JSON, stays unchanged. */
function printText(text: string): string {
  if (!/^\s*[[{]/.test(text)) return text
  try {
    return JSON.stringify(JSON.parse(text), maskSecret, 2)
  } catch {
    return text.replace(TEXT_ENTRY, (whole, key: string, colon: string, value: string) =>
      isSecret(key) && value !== '' ? `"${key}"${colon}"${MASK}"` : whole,
    )
  }
}

/** More fields are easier to read as JSON, which has more space. */
export const FIELDS_MOST = 12
/** Maximum length of a value; a longer one is easier to read in a box that scrolls. */
export const FIELD_CHARACTERS_MOST = 200

export interface ToolField {
  readonly name: string
  readonly text: string
}

/** Fields of an object with few short values, without secrets; `null` for any other value. */
export function listToolFields(value: JsonValue): readonly ToolField[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
  if (entries.length === 0 || entries.length > FIELDS_MOST) return null
  const fields = entries.map(([name, given]) => {
    const shown = maskSecret(name, given)
    const text = typeof shown === 'object' ? null : String(shown)
    return text === null || text.length > FIELD_CHARACTERS_MOST || text === ''
      ? null
      : { name, text: markAllInvisible(text) }
  })
  return fields.every((field) => field !== null) ? fields : null
}

/**
 * Fields of any value, without secrets. The name of a nested value contains its path. Notes that there is more if
 * it leaves something out.
 */
export function flattenFields(value: JsonValue): readonly ToolField[] {
  const fields: ToolField[] = []
  for (const { name, text } of walk(value, '')) {
    if (fields.length === FIELDS_MOST) return [...fields, { name: '…', text: '…' }]
    const isLong = text.length > FIELD_CHARACTERS_MOST
    const shown = isLong ? `${text.slice(0, FIELD_CHARACTERS_MOST)}…` : text
    fields.push({ name, text: markAllInvisible(shown.toWellFormed()) })
  }
  return fields
}

function* walk(value: JsonValue, name: string): Generator<ToolField> {
  if (value === null || value === '') return
  if (typeof value !== 'object') return yield { name, text: String(value) }
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    if (value.length > 0) yield { name, text: value.join(', ') }
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    const step = Array.isArray(value) ? String(Number(key) + 1) : key
    yield* walk(maskSecret(key, inner), name === '' ? step : `${name} ${step}`)
  }
}
