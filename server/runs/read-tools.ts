import * as v from 'valibot'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import type { ToolDeclaration } from '../models/model.ts'
import type { AmountOf } from './amount-of.ts'

const NAME_PATTERN = /^[\w-]{1,64}$/
/** Names that mean something of any object: wherever tools are kept by name, these would go wrong. */
const TAKEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

const toolSchema = v.object({
  description: v.optional(v.pipe(v.string(), v.maxLength(4_096))),
  parameters: v.custom<JsonObject>(isPlainObject),
})

/**
 * The tools that the page offers: requests of the browser, bounded and passed to the model.
 *
 * @throws AlcoveError `invalid_request` or `too_large`, naming the field.
 */
export function readTools(
  body: Readonly<Record<string, unknown>>,
  amountOf: AmountOf,
): readonly ToolDeclaration[] {
  const offered = body['tools'] ?? {}
  if (!isPlainObject(offered)) throw createFormError()
  // Before any of them is looked at.
  const count = Object.keys(offered).length
  const most = amountOf('toolsPerRun')
  if (count > most) {
    throw new AlcoveError('too_large', `tools: at most ${most}; there are ${count}.`)
  }
  const tools = Object.entries(offered).map(readTool)
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

function readTool([name, value]: readonly [string, unknown]): ToolDeclaration {
  if (TAKEN_NAMES.has(name)) {
    throw new AlcoveError('invalid_request', `tools.${name}: a tool needs another name.`)
  }
  const parsed = v.safeParse(toolSchema, value, { abortEarly: true })
  if (!NAME_PATTERN.test(name) || !parsed.success) throw createFormError()
  const { description, parameters } = parsed.output
  return { name, parameters, ...(description === undefined ? {} : { description }) }
}

const createFormError = (): AlcoveError =>
  new AlcoveError(
    'invalid_request',
    'tools: expected { name: { description?, parameters } } with a JSON schema as parameters.',
  )
