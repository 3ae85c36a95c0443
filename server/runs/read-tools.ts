import * as v from 'valibot'
import { TOOL_DESCRIPTION_LIMIT_CHARACTERS } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../shared/tool-name.ts'
import type { ToolDeclaration } from '../models/model.ts'
import type { AmountOf } from './amount-of.ts'
import { isJsonLonger } from './json-bytes.ts'

/** Of a wrong name, what an error shows. */
const NAME_SHOWN_CHARACTERS = 64

const toolSchema = v.object({
  description: v.optional(v.pipe(v.string(), v.maxLength(TOOL_DESCRIPTION_LIMIT_CHARACTERS))),
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
  const large = tools.find(({ parameters }) => isJsonLonger(parameters, maxBytes))
  if (large) {
    throw new AlcoveError(
      'too_large',
      `tools.${large.name}.parameters: at most ${maxBytes} bytes as JSON text.`,
    )
  }
  return tools
}

function readTool([name, value]: readonly [string, unknown]): ToolDeclaration {
  if (!isToolName(name)) {
    throw new AlcoveError(
      'invalid_request',
      `tools.${name.slice(0, NAME_SHOWN_CHARACTERS)}: a tool's name has ${TOOL_NAME_EXPECTED}.`,
    )
  }
  const parsed = v.safeParse(toolSchema, value, { abortEarly: true })
  if (!parsed.success) throw createFormError()
  const { description, parameters } = parsed.output
  return { name, parameters, ...(description === undefined ? {} : { description }) }
}

const createFormError = (): AlcoveError =>
  new AlcoveError(
    'invalid_request',
    'tools: expected { name: { description?, parameters } } with a JSON schema as parameters.',
  )
