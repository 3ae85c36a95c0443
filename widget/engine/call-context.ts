import type { JsonObject } from '../../shared/json.ts'

/** A tool as whoever offers it describes it. */
export interface OfferedTool {
  readonly description?: string
  /** A JSON schema of an object. */
  readonly parameters: JsonObject
  /** The model is not told of it. Default false. */
  readonly isDisabled?: boolean
  /** The server knows its own tools (`backend`); the call does not name them. */
  readonly type?: 'run' | 'human' | 'backend'
}

/** What this browser adds to a chat call; read again for each. */
export interface CallContext {
  readonly system?: string
  readonly callSettings?: JsonObject
  readonly tools: Readonly<Record<string, OfferedTool>>
}

export const NO_CONTEXT: CallContext = { tools: {} }

/** The fields of a chat call's body. */
export function contextFields({ system, callSettings, tools }: CallContext): JsonObject {
  const offered: [string, JsonObject][] = []
  for (const [name, { description, parameters, isDisabled, type }] of Object.entries(tools)) {
    if (isDisabled || type === 'backend') continue
    offered.push([name, { ...(description === undefined ? {} : { description }), parameters }])
  }
  return {
    ...(callSettings === undefined ? {} : { callSettings }),
    ...(system === undefined ? {} : { system }),
    tools: Object.fromEntries(offered),
  }
}
