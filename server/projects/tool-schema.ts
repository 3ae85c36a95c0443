import * as v from 'valibot'
import { TOOL_DESCRIPTION_LIMIT_CHARACTERS, TOOL_SCOPES } from '../../shared/bridge/contract.ts'
import { isJsonValue, isPlainObject, type JsonObject } from '../../shared/json.ts'
import { readToolLabels, type ToolLabels } from '../../shared/tool-labels.ts'
import { isToolName, TOOL_NAME_EXPECTED } from '../../shared/tool-name.ts'
import { filledText, text, wholeNumber } from '../../shared/api/option-fields.ts'
import type {
  BackendTool,
  DeclaredTool,
  NeedsApproval,
  ToolEndpoint,
} from '../models/backend-tool.ts'
import { BACKEND_TOOL_TIMEOUT_MS } from '../models/provider-limits.ts'
import { block, secureUrl } from './config-fields.ts'
import { headers } from './header-schema.ts'

const endpoint = block({
  url: secureUrl,
  headers: v.optional(headers),
  timeoutMs: v.optional(wholeNumber(1, BACKEND_TOOL_TIMEOUT_MS)),
})

/** Validated by the frame's rules. */
const labels = v.pipe(
  v.custom<ToolLabels>(isPlainObject, 'expected an object'),
  v.rawCheck(({ dataset, addIssue }) => {
    const [problem] = dataset.typed ? readToolLabels(dataset.value).problems : []
    if (problem !== undefined) addIssue({ message: problem })
  }),
)

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
  scope: v.optional(v.picklist(TOOL_SCOPES, `expected ${TOOL_SCOPES.join(', ')}`)),
  execute: v.optional(
    v.custom<BackendTool['execute']>((value) => typeof value === 'function', 'expected a function'),
  ),
  endpoint: v.optional(endpoint),
  labels: v.optional(labels),
})

/** A tool as `alcove.config.ts` declares it. */
export const tool = v.pipe(
  toolFields,
  v.check(
    ({ execute, endpoint: address }) => (execute === undefined) !== (address === undefined),
    'expected either execute or endpoint',
  ),
  v.transform(toTool),
)

/** A declared tool, without unset fields. */
function toTool({
  name,
  parameters,
  execute,
  endpoint,
  ...rest
}: v.InferOutput<typeof toolFields>): DeclaredTool {
  const described = {
    name,
    parameters,
    ...(rest.description === undefined ? {} : { description: rest.description }),
    ...(rest.needsApproval === undefined ? {} : { needsApproval: rest.needsApproval }),
    ...(rest.scope === undefined ? {} : { scope: rest.scope }),
    ...(rest.labels === undefined ? {} : { labels: rest.labels }),
  }
  if (endpoint !== undefined) return { ...described, endpoint: toEndpoint(endpoint) }
  // The schema has checked that exactly one of the two is set.
  return { ...described, execute: execute! }
}

const toEndpoint = ({
  url,
  headers,
  timeoutMs,
}: NonNullable<v.InferOutput<typeof toolFields>['endpoint']>): ToolEndpoint => ({
  url,
  ...(headers === undefined ? {} : { headers }),
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
})
