import * as v from 'valibot'
import { TOOL_DESCRIPTION_LIMIT_CHARACTERS, TOOL_SCOPES } from '../../shared/bridge/contract.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../shared/tool-name.ts'
import type { CallSettings, ToolDeclaration } from '../models/model.ts'
import type { AmountOf } from '../limits/limit-table.ts'
import { isJsonLonger } from './message-limits.ts'

/** Maximum of an invalid name that an error shows. */
const NAME_SHOWN_CHARACTERS = 64

const toolSchema = v.object({
  description: v.optional(v.pipe(v.string(), v.maxLength(TOOL_DESCRIPTION_LIMIT_CHARACTERS))),
  parameters: v.custom<JsonObject>(isPlainObject),
  scope: v.optional(v.picklist(TOOL_SCOPES)),
})

/** The browser's requests besides an answer. */
export interface ClientOptions {
  readonly tools: readonly ToolDeclaration[]
  readonly system: unknown
  /** Value that may hold settings of the call. */
  readonly settings: unknown
  /**
   * True if a person can be asked before a tool runs: the answer is stored here, and its reader shows the
   * question. An approval in a posted history proves nothing.
   */
  readonly canApprove: boolean
}

/**
 * Reads the tools of the page: they run in the browser, are limited, and are passed to the model.
 *
 * @throws AlcoveError `invalid_request` or `too_large`, naming the field.
 */
export function readTools(
  body: Readonly<Record<string, unknown>>,
  amountOf: AmountOf,
): readonly ToolDeclaration[] {
  const offered = body['tools'] ?? {}
  if (!isPlainObject(offered)) throw createFormError()
  // Checked before any tool is read.
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
  const { description, parameters, scope } = parsed.output
  return {
    name,
    parameters,
    ...(description === undefined ? {} : { description }),
    ...(scope === undefined ? {} : { scope }),
  }
}

const createFormError = (): AlcoveError =>
  new AlcoveError(
    'invalid_request',
    'tools: expected { name: { description?, parameters, scope? } } with a JSON schema as parameters, and read, write, navigate or sensitive as scope.',
  )

/** A page's maximum if the operator set none; a page never gets more than the operator's limit. */
export const CLIENT_OUTPUT_TOKENS_MAX = 4_096
/** Every provider accepts this many. */
export const STOP_SEQUENCES_MAX = 4
export const STOP_SEQUENCE_MAX_CHARACTERS = 64

/**
 * Reads a page's settings for the model call, each within safe bounds; others, such as another model or
 * headers, are ignored.
 */
export function readCallSettings(
  options: Readonly<Record<string, unknown>>,
  maxOutputTokens: number | undefined,
): CallSettings {
  const tokens = [options['maxOutputTokens'], options['maxTokens']].find(isPositive)
  const limit = maxOutputTokens ?? CLIENT_OUTPUT_TOKENS_MAX
  const wanted = tokens === undefined ? maxOutputTokens : Math.min(Math.ceil(tokens), limit)
  const temperature = clamp(options['temperature'], 2)
  const topP = clamp(options['topP'], 1)
  const stopSequences = readStopSequences(options['stopSequences'])
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
