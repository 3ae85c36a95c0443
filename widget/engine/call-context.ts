import type { JsonObject } from '../../shared/json.ts'

/** A tool as the chat call carries it, under its name. */
export interface ToolDeclaration {
  readonly description?: string
  /** A JSON schema of an object. */
  readonly parameters: JsonObject
}

/** What this browser adds to a chat call; read again for each. */
export interface CallContext {
  readonly system?: string | undefined
  readonly callSettings?: JsonObject | undefined
  readonly tools: Readonly<Record<string, ToolDeclaration>>
}

export const NO_CONTEXT: CallContext = { tools: {} }

/** The fields of a chat call's body. */
export function contextFields({ system, callSettings, tools }: CallContext): JsonObject {
  const declared = Object.entries(tools).map(([name, { description, parameters }]) => {
    const texts = description === undefined ? {} : { description }
    return [name, { ...texts, parameters }] as const
  })
  return {
    ...(callSettings === undefined ? {} : { callSettings }),
    ...(system === undefined ? {} : { system }),
    tools: Object.fromEntries(declared),
  }
}
