import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect, useState } from 'react'
import type { ToolPreview } from '../../../../shared/bridge/tool-extras.ts'
import { isPlainObject, type JsonValue } from '../../../../shared/json.ts'
import { markAllInvisible } from '../../../../shared/mark-invisible.ts'
import { threadIdAtom } from '../../../conversation/atoms/conversations.ts'
import type { RunTool } from '../../../conversation/atoms/tools.ts'
import { allowToolAtom } from '../../../world/allowed-tools.ts'
import { ApprovalCard } from './approval-card.tsx'
import { DecisionButton } from './decision-card.tsx'
import { Fields } from './tool-data.tsx'
import { titleOfTool } from '../tool-words.ts'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { HumanRequest } from '../use-human-request.tsx'
import { useToolLabels } from '../use-tool-labels.tsx'

export interface PageApprovalProps {
  request: HumanRequest
  tool: RunTool
  isLive: boolean
}

/** Approval of a page tool that describes the effect of a call, or may be allowed for longer. */
export function PageApproval({ request, tool, isLive }: PageApprovalProps) {
  const { t } = useI18n()
  const { toolCallId, toolName, payload } = request
  const preview = usePreview(tool, payload)
  const labels = useToolLabels(toolName)
  const thread = useAtomValue(threadIdAtom)
  const allow = useSetAtom(allowToolAtom)
  const { onceKey: key } = tool

  return (
    <ApprovalCard
      toolCallId={toolCallId}
      toolName={toolName}
      data={payload}
      isLive={isLive}
      isOfServer={false}
      isComing={preview === 'coming'}
      renderMore={({ isMade, decide }) =>
        key !== undefined &&
        thread !== null && (
          <DecisionButton
            isDisabled={isMade}
            onClick={() => {
              // This call first: once the tool is allowed, it would run by itself.
              decide({ type: 'approval', isApproved: true, args: payload })
              allow({ thread, key, title: titleOfTool(toolName, labels) })
            }}
          >
            {t('pageTool.allowHere')}
          </DecisionButton>
        )
      }
    >
      {preview !== 'coming' && preview && <Preview {...preview} />}
    </ApprovalCard>
  )
}

/** The page's preview; `undefined`: none. Requested again for another definition, or other arguments. */
function usePreview(
  { preview: ask }: RunTool,
  payload: JsonValue,
): ToolPreview | 'coming' | undefined {
  const [shown, setShown] = useState<ToolPreview | 'coming' | undefined>(ask && 'coming')

  useEffect(() => {
    if (!ask) return
    const controller = new AbortController()
    const { signal } = controller
    void ask(isPlainObject(payload) ? payload : {}, signal).then((preview) => {
      if (!signal.aborted) setShown(preview)
    })
    return () => controller.abort()
  }, [ask, payload])

  return shown
}

function Preview({ text, fields }: ToolPreview) {
  const { t } = useI18n()
  const title = t('pageTool.preview')
  const entries = Object.entries(fields ?? {})
  return (
    <div className="tool-preview" role="group" aria-label={title}>
      <p className="tool-json-title">{title}</p>
      {text !== undefined && (
        <p className="plain-text decision-message" dir="auto">
          {markAllInvisible(text)}
        </p>
      )}
      {entries.length > 0 && (
        <Fields
          fields={entries.map(([name, value]) => ({ name, text: markAllInvisible(value) }))}
          // The page's own words, which are not converted like identifiers.
          labels={Object.fromEntries(entries.map(([name]) => [name, name]))}
        />
      )}
    </div>
  )
}
