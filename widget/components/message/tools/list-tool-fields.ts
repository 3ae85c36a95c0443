import type { JsonValue } from '../../../../shared/json.ts'
import { markInvisible } from '../../../../shared/mark-invisible.ts'
import { maskSecret } from './print-tool-json.ts'

/** More of them are read better as JSON. */
export const FIELDS_MOST = 12
/** Characters of a value; one that is longer is read better in a box that scrolls. */
export const FIELD_CHARACTERS_MOST = 200

export interface ToolField {
  readonly name: string
  readonly text: string
}

/** An object of few short values by its names, without secrets; `null` for any other value. */
export function listToolFields(value: JsonValue): readonly ToolField[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const entries = Object.entries(value)
  if (entries.length === 0 || entries.length > FIELDS_MOST) return null
  const fields = entries.map(([name, given]) => {
    const shown = maskSecret(name, given)
    const text = typeof shown === 'object' ? null : String(shown)
    return text === null || text.length > FIELD_CHARACTERS_MOST || text === ''
      ? null
      : { name, text: markInvisible(text) }
  })
  return fields.every((field) => field !== null) ? fields : null
}
