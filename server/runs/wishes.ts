import * as v from 'valibot'
import { TOOL_DESCRIPTION_LIMIT_CHARACTERS } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../shared/tool-name.ts'
import type { CallSettings, ToolDeclaration } from '../models/model.ts'
import type { AmountOf } from '../limits/limit-table.ts'
import { isJsonLonger } from './message-limits.ts'

/** Of a wrong name, what an error shows. */
const NAME_SHOWN_CHARACTERS = 64

const toolSchema = v.object({
  description: v.optional(v.pipe(v.string(), v.maxLength(TOOL_DESCRIPTION_LIMIT_CHARACTERS))),
  parameters: v.custom<JsonObject>(isPlainObject),
})

/** What the browser asks for, besides an answer. */
export interface Wishes {
  readonly tools: readonly ToolDeclaration[]
  readonly system: unknown
  /** Where settings of the call may stand. */
  readonly settings: unknown
  /**
   * Whether a person can be asked before a tool runs: the answer is kept here, and its reader shows
   * the question. What a posted history says of an approval proves nothing.
   */
  readonly canApprove: boolean
}

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

/** What a page may ask for where the operator set no limit; it never asks for more than the operator's. */
export const CLIENT_OUTPUT_TOKENS_MAX = 4_096
/** As many as every provider takes. */
export const STOP_SEQUENCES_MAX = 4
export const STOP_SEQUENCE_MAX_CHARACTERS = 64

/**
 * A page's wishes for the model call, each within what cannot do harm; others, such as another model
 * or headers, are no wish that a page has.
 */
export function readCallSettings(
  wishes: Readonly<Record<string, unknown>>,
  maxOutputTokens: number | undefined,
): CallSettings {
  const tokens = [wishes['maxOutputTokens'], wishes['maxTokens']].find(isPositive)
  const limit = maxOutputTokens ?? CLIENT_OUTPUT_TOKENS_MAX
  const wanted = tokens === undefined ? maxOutputTokens : Math.min(Math.ceil(tokens), limit)
  const temperature = clamp(wishes['temperature'], 2)
  const topP = clamp(wishes['topP'], 1)
  const stopSequences = readStopSequences(wishes['stopSequences'])
  return {
    ...(wanted === undefined ? {} : { maxOutputTokens: wanted }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(topP === undefined ? {} : { topP }),
    ...(stopSequences.length === 0 ? {} : { stopSequences }),
  }
}

const isPositive = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value > 0

const readStopSequences = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter(isStopSequence).slice(0, STOP_SEQUENCES_MAX)

// Some providers refuse white space alone.
const isStopSequence = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.trim() !== '' &&
  value.length <= STOP_SEQUENCE_MAX_CHARACTERS &&
  value.isWellFormed()

function clamp(value: unknown, max: number): number | undefined {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(Math.max(value, 0), max)
    : undefined
}
