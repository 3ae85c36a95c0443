import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import type { ChatBody } from '../../shared/wire/chat.ts'
import type { ToolDeclaration } from '../models/model.ts'

export const TOOLS_MAX = 32
export const TOOL_SCHEMA_MAX_CHARACTERS = 16_384

const toolsSchema = v.record(
  v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
  v.looseObject({
    description: v.optional(v.pipe(v.string(), v.maxLength(4_096))),
    parameters: v.custom<JsonObject>(isPlainObject),
  }),
)

/**
 * The tools that the page offers: requests of the browser, bounded and passed to the model.
 *
 * @throws AlcoveError `invalid_request` or `too_large`, naming the field.
 */
export function readTools(body: ChatBody): readonly ToolDeclaration[] {
  const parsed = v.safeParse(v.optional(toolsSchema, {}), body['tools'] ?? undefined)
  if (!parsed.success) {
    throw new AlcoveError(
      'invalid_request',
      'tools: expected { name: { description?, parameters } } with a JSON schema as parameters.',
    )
  }
  const tools = Object.entries(parsed.output).map(([name, { description, parameters }]) => ({
    name,
    parameters,
    ...(description === undefined ? {} : { description }),
  }))
  if (tools.length > TOOLS_MAX) {
    throw new AlcoveError('too_large', `tools: at most ${TOOLS_MAX}; there are ${tools.length}.`)
  }
  const large = tools.find(
    ({ parameters }) => JSON.stringify(parameters).length > TOOL_SCHEMA_MAX_CHARACTERS,
  )
  if (large) {
    const limit = `at most ${TOOL_SCHEMA_MAX_CHARACTERS} characters`
    throw new AlcoveError('too_large', `tools.${large.name}.parameters: ${limit}.`)
  }
  return tools
}
