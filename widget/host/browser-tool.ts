import type { HostTool } from '../../shared/bridge/contract.ts'
import {
  readToolPreview,
  TOOL_AVAILABLE_LIMIT_MS,
  TOOL_PREVIEW_LIMIT_MS,
  type ToolExtra,
} from '../../shared/bridge/tool-extras.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { BrowserTool, RunTool } from '../conversation/atoms/tools.ts'
import { nameDefinition } from '../state/allowed-tools.ts'
import type { ToolRuns, ToolRunsSettings } from './tool-runs.ts'

/** The page has a limit of its own, and answers within it: this is for one that does not answer. */
export const ASK_GRACE_MS = 500

export interface PageSide extends Pick<ToolRunsSettings, 'askTool'> {
  readonly runs: ToolRuns
  /** Whether the person allowed a tool for a conversation. */
  readonly isAllowed: (threadId: string, key: string) => boolean
}

/** A tool of the page, as one of this browser. */
export function toBrowserTool(tool: HostTool, parameters: JsonObject, side: PageSide): BrowserTool {
  const { name, description, kind, labels } = tool
  const isAvailable = has(tool, 'available')
    ? () =>
        side
          .askTool({ about: 'available', name }, TOOL_AVAILABLE_LIMIT_MS + ASK_GRACE_MS)
          .then(Boolean, () => false)
    : undefined
  return kind === 'human'
    ? { type: 'human', description, parameters, labels, isAvailable }
    : { ...toRunTool(tool, parameters, side), isAvailable }
}

function toRunTool(tool: HostTool, parameters: JsonObject, side: PageSide): RunTool {
  const { name, description, scope, approval, timeoutMs, handlesInvalid, labels } = tool
  const { runs } = side
  // A page of another mind cannot have it otherwise.
  const isOnce = has(tool, 'once') && scope !== 'sensitive'
  const onceKey = isOnce
    ? nameDefinition([name, description, tool.schema, scope, labels])
    : undefined
  const asks: RunTool = {
    type: 'run',
    description,
    parameters,
    approval,
    timeoutMs,
    labels,
    onceKey,
    execute: (args, context) =>
      has(tool, 'undo') ? runs.runUndoable(tool, args, context) : runs.run({ name, args }, context),
    ...(handlesInvalid
      ? { onInvalid: (args, issues, context) => runs.run({ name, args, issues }, context) }
      : {}),
    ...(has(tool, 'preview')
      ? { preview: (args, signal) => askPreview(name, args, signal, side) }
      : {}),
  }
  if (onceKey === undefined) return asks
  const allowed: RunTool = { ...asks, approval: 'never' }
  return {
    ...asks,
    inThread: (threadId) => (side.isAllowed(threadId, onceKey) ? allowed : asks),
  }
}

const askPreview = (name: string, args: JsonObject, signal: AbortSignal, side: PageSide) =>
  side
    .askTool({ about: 'preview', name, args }, TOOL_PREVIEW_LIMIT_MS + ASK_GRACE_MS, signal)
    .then(readToolPreview, () => undefined)

/** A page of another mind may have said anything. */
const has = ({ extras }: HostTool, extra: ToolExtra): boolean =>
  Array.isArray(extras) && extras.includes(extra)
