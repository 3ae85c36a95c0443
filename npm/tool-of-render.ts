import type { ToolDefinition } from '../loader/chat-instance.ts'
import { jsonSchemaOf } from '../loader/extras/tool-arguments.ts'

const LATEST = ['run', 'onInvalid', 'preview', 'undo', 'available'] as const

/** The same definition, of whose functions always the newest run. */
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
  return { ...given, ...(Object.fromEntries(functions) as Partial<ToolDefinition<Args>>) }
}

/** Another one is another tool. A schema may be made anew with each render, and is the same by its JSON. */
export function keyOfTool<Args>(
  name: string,
  { parameters, ...rest }: ToolDefinition<Args>,
): string {
  const { toJsonSchema } = rest
  const functions = Object.entries(rest).filter(([, value]) => typeof value === 'function')
  const schema = textOf(() => jsonSchemaOf({ parameters, ...(toJsonSchema && { toJsonSchema }) }))
  return JSON.stringify([name, rest, schema, functions.map(([field]) => field)])
}

/** Nothing of what is no JSON: that the chat complains of, and no render fails by it. */
export function textOf(read: () => unknown): string | undefined {
  try {
    return JSON.stringify(read())
  } catch {
    return undefined
  }
}
