import { Undo2 } from 'lucide-react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { useEffect, useMemo, useRef } from 'react'
import type { ShownProgress } from '../../../../shared/bridge/tool-extras.ts'
import { markInvisible } from '../../../../shared/mark-invisible.ts'
import type { ToolCallPart } from '../../../../shared/thread/message.ts'
import { takeBackAtom } from '../../../conversation/atoms/take-back.ts'
import { nameRun, toolRunsAtom, type ToolRunState } from '../../../conversation/atoms/tool-runs.ts'
import { useAnnounce } from '../../../ui/announcer.tsx'
import { useFocusHandover } from '../../../ui/use-focus-handover.tsx'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import { titleOfTool } from '../tool-words.ts'
import { useToolLabels } from '../use-tool-labels.tsx'
import '../../../ui/buttons.css'
import './page-run.css'

export interface PageRunProps {
  part: ToolCallPart
  messageId: string
}

/** Progress of a page tool's running call, and a button that undoes a finished one. */
export function PageRun({ part, messageId }: PageRunProps) {
  const { toolCallId, toolName } = part
  const runAtom = useMemo(
    () => atom((get) => get(toolRunsAtom).get(nameRun(messageId, toolCallId))),
    [messageId, toolCallId],
  )
  const run = useAtomValue(runAtom)
  const title = titleOfTool(toolName, useToolLabels(toolName))
  if (!run) return null
  return (
    <>
      {run.progress && <RunProgress progress={run.progress} title={title} />}
      {run.undo !== 'none' && <Undo part={part} messageId={messageId} run={run} title={title} />}
    </>
  )
}

/** Interval of spoken progress. Calls that finish sooner are not announced. */
export const PROGRESS_ANNOUNCE_MS = 10_000

function RunProgress({ progress, title }: { progress: ShownProgress; title: string }) {
  const { text = '', fraction } = progress
  const announce = useAnnounce()
  const announcedAt = useRef<number>(null)

  useEffect(() => {
    const now = performance.now()
    announcedAt.current ??= now
    if (text === '' || now - announcedAt.current < PROGRESS_ANNOUNCE_MS) return
    announcedAt.current = now
    announce(markInvisible(text))
  }, [text, announce])

  return (
    <div className="tool-run">
      {fraction !== undefined && (
        <progress className="tool-bar" aria-label={markInvisible(title)} value={fraction} max={1} />
      )}
      {text !== '' && (
        <span className="plain-text" dir="auto" translate="no">
          {markInvisible(text)}
        </span>
      )}
    </div>
  )
}

interface UndoProps extends PageRunProps {
  run: ToolRunState
  title: string
}

function Undo({ part, messageId, run: { undo, problem }, title }: UndoProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const takeBack = useSetAtom(takeBackAtom)

  async function handleClick() {
    const isDone = await takeBack(messageId, part)
    announce(t(isDone ? 'pageTool.undone' : 'pageTool.undoFailed'))
  }

  return (
    <div className="tool-run">
      {undo === 'done' && <span>{t('pageTool.undone')}</span>}
      {undo === 'failed' && (
        <span dir="auto">
          {t('pageTool.undoFailed')} <bdi>{markInvisible(problem ?? '')}</bdi>
        </span>
      )}
      {undo !== 'done' && (
        <UndoButton
          label={`${t('pageTool.undo')}: ${title}`}
          isBusy={undo === 'running'}
          onClick={() => void handleClick()}
        >
          {t('pageTool.undo')}
        </UndoButton>
      )}
    </div>
  )
}

interface UndoButtonProps {
  label: string
  isBusy: boolean
  onClick: () => void
  children: string
}

/** If the button is removed while focused, the message gets the focus. */
function UndoButton({ label, isBusy, onClick, children }: UndoButtonProps) {
  const button = useFocusHandover<HTMLButtonElement>()
  return (
    <button
      ref={button}
      type="button"
      className="outline-button tool-undo"
      aria-label={label}
      aria-disabled={isBusy}
      onClick={onClick}
    >
      <Undo2 data-flip />
      {children}
    </button>
  )
}
