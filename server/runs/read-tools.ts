import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import type { ToolDeclaration } from '../models/model.ts'
import type { AmountOf } from './amount-of.ts'

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
export function readTools(
  body: Readonly<Record<string, unknown>>,
  amountOf: AmountOf,
): readonly ToolDeclaration[] {
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
  const most = amountOf('toolsPerRun')
  if (tools.length > most) {
    throw new AlcoveError('too_large', `tools: at most ${most}; there are ${tools.length}.`)
  }
  const maxBytes = amountOf('toolSchemaBytes')
  const large = tools.find(
    ({ parameters }) => Buffer.byteLength(JSON.stringify(parameters)) > maxBytes,
  )
  if (large) {
    throw new AlcoveError(
      'too_large',
      `tools.${large.name}.parameters: at most ${maxBytes} bytes as JSON text.`,
    )
  }
  return tools
}
