import { SETTING_KEYS } from '../../../shared/desk/settings.ts'
import { isJsonValue, isPlainObject, type JsonValue } from '../../../shared/json.ts'
import type { WrittenBlock } from '../project.ts'
import { toolsOf } from './merge-block.ts'

const INDENT = '  '
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/
/** Keys of an endpoint that may hold secrets. */
const SECRET_KEYS = ['headers', 'execute'] as const

/** A value that the file cannot say: a comment stands for it. */
class Comment {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An object whose entries may be comments. */
class Nested {
  readonly entries: readonly Entry[]
  constructor(entries: readonly Entry[]) {
    this.entries = entries
  }
}

type Entry = readonly [key: string, value: JsonValue | Comment | Nested]

/**
 * Text of an `alcove.config.ts` with a project's settings, as far as they are values. Comments name what stands
 * in the present file alone.
 *
 * @param merged settings joined with the block of the present file.
 */
export function writeFile(projectId: string, merged: WrittenBlock): string {
  const others = Object.keys(merged).filter(
    (key) => !(SETTING_KEYS as readonly string[]).includes(key),
  )
  const entries: Entry[] = SETTING_KEYS.flatMap((key): Entry[] => {
    const value = merged[key]
    if (value === undefined) return []
    return [[key, key === 'assistants' ? toAssistants(value) : toValue(key, value)]]
  })
  if (others.length > 0) {
    entries.push([others.join(', '), new Comment('stands in the present file alone')])
  }
  const block = object(entries, 2)
  return `import { defineConfig } from 'alcove-server'

export default defineConfig({
${INDENT}projects: {
${INDENT.repeat(2)}${keyText(projectId)}: ${block},
${INDENT}},
})
`
}

const toValue = (key: string, value: unknown): JsonValue | Comment =>
  isJsonValue(value) ? value : new Comment(`${key} is code of the present file`)

const toAssistants = (assistants: unknown): Nested =>
  new Nested(
    Object.entries(isPlainObject(assistants) ? assistants : {}).map(([id, assistant]): Entry => [
      id,
      new Nested(assistantEntries(assistant)),
    ]),
  )

function assistantEntries(assistant: unknown): readonly Entry[] {
  if (!isPlainObject(assistant)) return []
  const fields = Object.entries(assistant).flatMap(([key, value]): Entry[] =>
    key === 'tools' || value === undefined ? [] : [[key, toValue(key, value)]],
  )
  const tools = toolsOf(assistant)
  if (tools.length === 0) return fields
  const isWhole = tools.every((tool) => isJsonValue(tool) && !hasSecret(tool))
  return [
    ...fields,
    isWhole ? ['tools', tools as unknown as JsonValue] : ['tools', new Comment(toolsText(tools))],
  ]
}

const hasSecret = (tool: WrittenBlock): boolean =>
  SECRET_KEYS.some((key) => tool[key] !== undefined) ||
  (isPlainObject(tool['endpoint']) && tool['endpoint']['headers'] !== undefined)

const toolsText = (tools: readonly WrittenBlock[]): string =>
  `stands in the present file, with: ${JSON.stringify(
    tools.map(({ name, description, labels, needsApproval }) => ({
      name,
      ...(isJsonValue(description) ? { description } : {}),
      ...(isJsonValue(labels) ? { labels } : {}),
      ...(typeof needsApproval === 'boolean' ? { needsApproval } : {}),
    })),
  )}`

function object(entries: readonly Entry[], depth: number): string {
  if (entries.length === 0) return '{}'
  const indent = INDENT.repeat(depth + 1)
  const lines = entries.map(([key, value]) =>
    value instanceof Comment
      ? `${indent}// ${key}: ${value.text.replaceAll(/[\r\n\u2028\u2029]+/g, ' ')}`
      : `${indent}${keyText(key)}: ${valueText(value, depth + 1)},`,
  )
  return `{\n${lines.join('\n')}\n${INDENT.repeat(depth)}}`
}

function valueText(value: JsonValue | Nested, depth: number): string {
  if (value instanceof Nested) return object(value.entries, depth)
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    const indent = INDENT.repeat(depth + 1)
    const lines = value.map((item: JsonValue) => `${indent}${valueText(item, depth + 1)},`)
    return `[\n${lines.join('\n')}\n${INDENT.repeat(depth)}]`
  }
  if (isPlainObject(value)) return object(Object.entries(value), depth)
  return JSON.stringify(value)
}

/** JSON is JavaScript, also with line separators, since ES2019. */
const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`

/** `__proto__` as a name would set the prototype. */
const keyText = (key: string): string =>
  key === '__proto__' ? `['__proto__']` : IDENTIFIER.test(key) ? key : quote(key)
