import { isPlainObject } from '../../../shared/json.ts'
import { ASSISTANT_KEYS, SETTING_KEYS, TOOL_KEYS } from '../../../shared/desk/settings.ts'
import type { WrittenBlock } from '../project.ts'

/** Keys of the configuration that name the place of a source. */
const SOURCE_KINDS = ['folder', 'file', 'sitemap', 'url'] as const

/** Name of a source in a list: `url https://shop.example/help`. */
export function sourceName(entry: unknown): string | undefined {
  if (!isPlainObject(entry)) return undefined
  const kind = SOURCE_KINDS.find((each) => typeof entry[each] === 'string')
  return kind === undefined ? undefined : `${kind} ${entry[kind] as string}`
}

const textOf = (entry: unknown): string | undefined =>
  typeof entry === 'string' ? entry : undefined

const nameOf = (entry: unknown): string | undefined =>
  isPlainObject(entry) && typeof entry['name'] === 'string' ? entry['name'] : undefined

/** Lists whose entries have names, by key; every other list is one value. */
export const LISTS: Readonly<Record<string, (entry: unknown) => string | undefined>> = {
  hosts: textOf,
  apiOrigins: textOf,
  knowledge: sourceName,
  writtenAnswers: nameOf,
}

/** Tools of an assistant as a list of the configuration, by name. */
export const toolsOf = (assistant: unknown): readonly Record<string, unknown>[] => {
  const tools = isPlainObject(assistant) ? assistant['tools'] : undefined
  return Array.isArray(tools) ? tools.filter((each) => isPlainObject(each)) : []
}

/**
 * Joins settings of the desk with the block of the configuration, field by field: what the block says wins.
 * Entries of settings come first in a list, so that they keep their places.
 */
export function mergeBlock(stored: WrittenBlock, fixed: WrittenBlock): WrittenBlock {
  const known = pick(stored, SETTING_KEYS)
  return mergeObjects(known, fixed, (own, given, key) => {
    if (key === 'assistants') return mergeAssistants(own, given)
    const name = LISTS[key]
    return name && Array.isArray(own) && Array.isArray(given)
      ? mergeLists(own, given, name)
      : mergeValues(own, given)
  })
}

type Merge = (own: unknown, given: unknown, key: string) => unknown

function mergeObjects(own: WrittenBlock, given: WrittenBlock, merge: Merge): WrittenBlock {
  const keys = new Set([...Object.keys(own), ...Object.keys(given)])
  return Object.fromEntries(
    [...keys].flatMap((key) => {
      const value = merge(ownValue(own, key), ownValue(given, key), key)
      return value === undefined ? [] : [[key, value]]
    }),
  )
}

/** Not one of the prototype: `constructor` is a key like others in JSON. */
const ownValue = (object: WrittenBlock, key: string): unknown =>
  Object.hasOwn(object, key) ? object[key] : undefined

function mergeValues(own: unknown, given: unknown): unknown {
  if (given === undefined) return own
  if (!isPlainObject(own) || !isPlainObject(given)) return given
  return mergeObjects(own, given, mergeValues)
}

function mergeLists(
  own: readonly unknown[],
  given: readonly unknown[],
  name: (entry: unknown) => string | undefined,
): readonly unknown[] {
  const fixed = new Map(given.map((entry) => [name(entry), entry]))
  const names = new Set(own.map(name))
  return [
    ...own.map((entry) => fixed.get(name(entry)) ?? entry),
    ...given.filter((entry) => !names.has(name(entry))),
  ]
}

function mergeAssistants(own: unknown, given: unknown): unknown {
  if (own !== undefined && !isPlainObject(own)) return given ?? own
  if (given !== undefined && !isPlainObject(given)) return given
  return mergeObjects(own ?? {}, given ?? {}, mergeAssistant)
}

function mergeAssistant(own: unknown, given: unknown): unknown {
  if (own === undefined || (given !== undefined && !isPlainObject(given))) return given ?? own
  if (!isPlainObject(own)) return given ?? own
  const { tools: labelled, ...known } = pick(own, ASSISTANT_KEYS)
  const { tools: declared, ...fixed } = given ?? {}
  const merged = mergeObjects(known, fixed, mergeValues)
  return declared === undefined ? merged : { ...merged, tools: mergeTools(labelled, declared) }
}

function mergeTools(labelled: unknown, declared: unknown): unknown {
  if (!isPlainObject(labelled) || !Array.isArray(declared)) return declared
  return declared.map((tool: unknown) => {
    const name = nameOf(tool)
    const own = name === undefined ? undefined : ownValue(labelled, name)
    if (!isPlainObject(tool) || own === undefined) return tool
    return isPlainObject(own) ? mergeObjects(pick(own, TOOL_KEYS), tool, mergeValues) : tool
  })
}

/** Keys that settings have; others are faults, which are reported elsewhere. */
const pick = (object: WrittenBlock, keys: readonly string[]): WrittenBlock =>
  Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)))
