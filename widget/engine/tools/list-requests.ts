import { isPlainObject } from '../../../shared/json.ts'
import type { HumanRequest } from '../tool-answer.ts'
import type { ToolSource } from './browser-tool.ts'
import { awaitsBrowser, type TrackedCall } from './tracked-call.ts'

/** What the calls ask of the person now. */
export function listRequests(
  calls: Iterable<TrackedCall>,
  tools: Pick<ToolSource, 'get'>,
): readonly HumanRequest[] {
  return [...calls].flatMap((call): readonly HumanRequest[] => {
    const { toolCallId, toolName, args } = call.part
    const payload = call.execution?.payload
    if (payload !== undefined) return [{ kind: 'input', toolCallId, toolName, payload }]
    if (!awaitsBrowser(call) || call.result !== undefined) return []
    const tool = tools.get(toolName)
    if (!tool || tool.isDisabled) return []
    if (tool.type === 'human') return [{ kind: 'input', toolCallId, toolName, payload: args }]
    const asksFirst = tool.type === 'run' && tool.approval === 'ask'
    return asksFirst ? [{ kind: 'approval', toolCallId, toolName, payload: args }] : []
  })
}

/** Whether nobody could see a difference. */
export function isSameRequests(
  before: readonly HumanRequest[],
  after: readonly HumanRequest[],
): boolean {
  return (
    before.length === after.length &&
    before.every((request, index) => isSameRequest(request, after[index]))
  )
}

function isSameRequest(before: HumanRequest, after: HumanRequest | undefined): boolean {
  return (
    after !== undefined &&
    before.kind === after.kind &&
    before.toolCallId === after.toolCallId &&
    before.toolName === after.toolName &&
    isSamePayload(before.payload, after.payload)
  )
}

/** Folds keep what did not change. An empty object is one like any other. */
function isSamePayload(before: unknown, after: unknown): boolean {
  if (Object.is(before, after)) return true
  return isEmpty(before) && isEmpty(after)
}

const isEmpty = (value: unknown): boolean => isPlainObject(value) && Object.keys(value).length === 0
