import type { ToolDefinition } from '../loader/chat-instance.ts'
import { jsonSchemaOf } from '../loader/extras/tool-arguments.ts'

const LATEST = ['run', 'onInvalid', 'preview', 'undo', 'available'] as const

/** The same definition, whose functions call the latest ones. */
export function withLatest<Args>(
  given: ToolDefinition<Args>,
  latest: { readonly current: ToolDefinition<Args> | null },
): ToolDefinition<Args> {
  const functions = LATEST.filter((field) => typeof given[field] === 'function').map((field) => [
    field,
    (...call: unknown[]) => {
      const newest: unknown = latest.current?.[field]
      return typeof newest === 'function'
        ? (newest as (...call: unknown[]) => unknown)(...call)
        : newest
    },
  ])
  return { ...given, ...Object.fromEntries(functions) } as ToolDefinition<Args>
}

/**
 * Identifies a tool: another key is another tool. A schema may be a new object on each render, so its JSON is
 * compared.
 */
export function keyOfTool<Args>(
  name: string,
  { parameters, ...rest }: ToolDefinition<Args>,
): string {
  const { toJsonSchema } = rest
  const functions = Object.entries(rest).filter(([, value]) => typeof value === 'function')
  const schema = textOf(() => jsonSchemaOf({ parameters, ...(toJsonSchema && { toJsonSchema }) }))
  return JSON.stringify([name, rest, schema, functions.map(([field]) => field)])
}

/** The JSON of a value; undefined if it has none. The chat reports that, and rendering does not fail. */
export function textOf(read: () => unknown): string | undefined {
  try {
    return JSON.stringify(read())
  } catch {
    return undefined
  }
}
