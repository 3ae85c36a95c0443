import type { JsonObject } from '../../../shared/json.ts'

/** A schema of a tool's arguments, with arguments that it takes and refuses. */
export interface SchemaCase {
  readonly name: string
  readonly schema: JsonObject
  readonly takes: readonly JsonObject[]
  readonly refuses: readonly JsonObject[]
}

export const text = { type: 'string' }
export const number = { type: 'number' }

/** The schema of an object with these properties. */
export const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  properties,
  ...more,
})
