import * as v from 'valibot'
import { TOOL_DESCRIPTION_LIMIT_CHARACTERS } from '../../shared/bridge/contract.ts'
import { isJsonValue, isPlainObject, type JsonObject } from '../../shared/json.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../shared/tool-name.ts'
import type { BackendTool, NeedsApproval } from '../models/backend-tool.ts'
import { BACKEND_TOOL_TIMEOUT_MS } from '../models/provider-limits.ts'
import { block, filledText, secureUrl, text, wholeNumber } from './config-fields.ts'

/** Headers of a tool's service. */
export const HEADERS_MAX = 32

/** Of assistants. */
export const NAME_PATTERN = /^[\w-]{1,64}$/
export const NAME_EXPECTED = '1 to 64 letters, digits, _ and -'

/** Of a request itself; an operator's would break it. */
const OWN_HEADERS = /^(host|connection|content-(length|type|encoding)|transfer-encoding|expect)$/i

/** Its message is the whole of it: a value is often a secret. */
const headers = v.pipe(
  v.unknown(),
  v.check(
    isHeaders,
    `expected at most ${HEADERS_MAX} headers, each a name and a text of one line; Host, Content-Type and the like are set by this server`,
  ),
  v.transform((value) => value as Readonly<Record<string, string>>),
)

function isHeaders(value: unknown): boolean {
  if (!isPlainObject(value)) return false
  const entries = Object.entries(value)
  const isHeader = ([name, text]: [string, unknown]) =>
    /^[\w!#$%&'*+.^`|~-]{1,128}$/.test(name) &&
    !OWN_HEADERS.test(name) &&
    typeof text === 'string' &&
    /^[\t\x20-\x7e]{1,4096}$/.test(text)
  return entries.length <= HEADERS_MAX && entries.every(isHeader)
}

const endpoint = block({
  url: secureUrl,
  headers: v.optional(headers),
  timeoutMs: v.optional(wholeNumber(1, BACKEND_TOOL_TIMEOUT_MS)),
})

const toolFields = block({
  name: v.pipe(text, v.check(isToolName, `expected ${TOOL_NAME_EXPECTED}`)),
  description: v.optional(filledText(TOOL_DESCRIPTION_LIMIT_CHARACTERS)),
  parameters: v.pipe(
    v.custom<JsonObject>(isPlainObject, 'expected a JSON schema'),
    v.check(
      (schema) => schema['type'] === 'object' && isJsonValue(schema),
      'expected a JSON schema whose type is "object"',
    ),
  ),
  needsApproval: v.optional(
    v.custom<NeedsApproval>(
      (value) => typeof value === 'boolean' || typeof value === 'function',
      'expected true, false or a function',
    ),
  ),
  execute: v.optional(
    v.custom<BackendTool['execute']>((value) => typeof value === 'function', 'expected a function'),
  ),
  endpoint: v.optional(endpoint),
})
/** A tool as `alcove.config.ts` declares it. */
export const tool = v.pipe(
  toolFields,
  v.check(
    ({ execute, endpoint: address }) => (execute === undefined) !== (address === undefined),
    'expected either execute or endpoint',
  ),
)

export type ParsedTool = v.InferOutput<typeof tool>
