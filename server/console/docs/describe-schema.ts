import { toJsonSchema, toJsonSchemaDefs } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import type { JsonObject } from '../../../shared/json.ts'
import { errorBodySchema } from '../../../shared/wire/error-body.ts'
import { jsonObject } from '../../../shared/wire/fields.ts'
import { messageRowSchema } from '../../../shared/wire/messages.ts'
import { runReportSchema } from '../../../shared/wire/runs.ts'
import { scoreRowSchema } from '../../../shared/wire/scores.ts'
import { threadSchema } from '../../../shared/wire/threads.ts'

/** What several answers hold, by its name in the description. */
const NAMED = {
  Thread: threadSchema,
  Message: messageRowSchema,
  RunReport: runReportSchema,
  Score: scoreRowSchema,
  Error: errorBodySchema,
}

type Config = NonNullable<Parameters<typeof toJsonSchema>[1]>

const CONFIG: Config = {
  target: 'draft-2020-12',
  // Checks that JSON Schema has no word for are left out; the server makes them all the same.
  errorMode: 'ignore',
  overrideSchema({ valibotSchema }) {
    if (valibotSchema.type !== 'custom') return undefined
    return valibotSchema === jsonObject ? { type: 'object' } : {}
  },
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
}

/** The schemas that others refer to. */
export const describeNamed = (): JsonObject =>
  toJsonSchemaDefs(NAMED, CONFIG) as unknown as JsonObject

/** A schema in the words of JSON Schema: what a caller sends, before anything is made of it. */
export function describeSchema(schema: v.GenericSchema, isQuery = false): JsonObject {
  const config: Config = {
    ...CONFIG,
    definitions: NAMED,
    ...(isQuery ? { typeMode: 'input' } : {}),
  }
  const { $schema: _, $defs: __, ...described } = toJsonSchema(schema, config)
  return described as unknown as JsonObject
}
