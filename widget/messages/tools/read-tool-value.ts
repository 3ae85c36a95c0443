import { isPlainObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { markAllInvisible } from '../../../shared/mark-invisible.ts'
import { FIELD_CHARACTERS_MAX, FIELDS_MAX, type ToolField } from './tool-values.ts'
import { maskSecret, parseToolText } from './tool-words.ts'

/** Lists of objects that are shown as tables. */
export const TABLES_MAX = 2
export const TABLE_ROWS_MAX = 10
export const TABLE_COLUMNS_MAX = 4
/** Maximum length of a cell. */
export const CELL_CHARACTERS_MAX = 80
/** Maximum length of a value that is a single text. */
export const TEXT_CHARACTERS_MAX = 600

/** A piece of a tool's data, for people who do not read JSON. */
export type ToolBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'fields'; readonly fields: readonly ToolField[] }
  | {
      readonly type: 'table'
      /** Key of the list; empty: the whole value. */
      readonly name: string
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }

/** A tool's data in words. */
export interface ToolReading {
  readonly blocks: readonly ToolBlock[]
  /** False if something was left out or shortened. */
  readonly isWhole: boolean
}

type Rows = readonly JsonObject[]

/** Reads a tool's data as text, names with values, and small tables; without secrets, and of limited size. */
export function readToolValue(given: JsonValue): ToolReading {
  const value = parseToolText(given)
  let isWhole = true

  function take<Item>(items: readonly Item[], limit: number): readonly Item[] {
    if (items.length > limit) isWhole = false
    return items.slice(0, limit)
  }

  function cut(text: string, limit: number): string {
    if (text.length <= limit) return markAllInvisible(text)
    isWhole = false
    return `${markAllInvisible(text.slice(0, limit).toWellFormed())}…`
  }

  function readTable(name: string, list: Rows): ToolBlock {
    const columns = take([...new Set(list.flatMap((row) => Object.keys(row)))], TABLE_COLUMNS_MAX)
    const rows = take(list, TABLE_ROWS_MAX).map((row) =>
      columns.map((column) =>
        Object.hasOwn(row, column)
          ? cut(textOf(maskSecret(column, row[column]!)), CELL_CHARACTERS_MAX)
          : '',
      ),
    )
    return { type: 'table', name, columns, rows }
  }

  function readObject(object: JsonObject): readonly ToolBlock[] {
    const entries = Object.entries(object).map(
      ([name, inner]) => [name, maskSecret(name, inner)] as const,
    )
    const fields = entries.filter(([, inner]) => !isRows(inner) && !isNothing(inner))
    const lists = entries.flatMap(([name, inner]) =>
      isRows(inner) ? [[name, inner] as const] : [],
    )
    const listed = take(fields, FIELDS_MAX).map(([name, inner]) => ({
      name,
      text: cut(textOf(inner), FIELD_CHARACTERS_MAX),
    }))
    return [
      ...(listed.length > 0 ? [{ type: 'fields' as const, fields: listed }] : []),
      ...take(lists, TABLES_MAX).map(([name, list]) => readTable(name, list)),
    ]
  }

  function read(): readonly ToolBlock[] {
    if (isRows(value)) return [readTable('', value)]
    if (isPlainObject(value)) return readObject(value)
    return isNothing(value) ? [] : [{ type: 'text', text: cut(textOf(value), TEXT_CHARACTERS_MAX) }]
  }

  const blocks = read()
  return { blocks, isWhole }
}

/** Objects that have fields: they are the rows of a table. */
const isRows = (value: JsonValue): value is Rows =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((row) => isPlainObject(row) && Object.keys(row).length > 0)

const isNothing = (value: JsonValue): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

/** A value on one line. Marks stand for yes and no, since they need no translation. */
function textOf(value: JsonValue): string {
  if (value === null) return ''
  if (typeof value === 'boolean') return value ? '✓' : '✗'
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  return Object.entries(value)
    .map(([name, inner]) => `${name}: ${textOf(maskSecret(name, inner))}`)
    .join(', ')
}
