import { useAtomValue } from 'jotai/react'
import { useMemo, useSyncExternalStore } from 'react'
import type { ToolLabels } from '../../../shared/tool-labels.ts'
import { pageToolsAtom, type RunTool } from '../../conversation/atoms/tools.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { toolLabelsAtom } from '../atoms/tool-labels.ts'
import { knowledgeLabels } from './knowledge-labels.ts'

const neverChanges = () => () => {}

/** The current definition of a page tool. */
export function usePageTool(name: string): RunTool | undefined {
  const tools = useAtomValue(pageToolsAtom)
  const tool = useSyncExternalStore(tools?.subscribe ?? neverChanges, () => tools?.get(name))
  return tool?.type === 'run' ? tool : undefined
}

/**
 * Labels of a tool's calls; updated when the page's tools change.
 *
 * @param isOfServer the call is known to be the server's, even if a page tool has the same name.
 */
export function useToolLabels(name: string, isOfServer = false): ToolLabels {
  const { t } = useI18n()
  const labelsOf = useAtomValue(toolLabelsAtom)
  const tools = useAtomValue(pageToolsAtom)
  const ofPage = useSyncExternalStore(
    tools?.subscribe ?? neverChanges,
    () => tools?.get(name)?.labels,
  )
  return useMemo(
    () => knowledgeLabels(name, t) ?? labelsOf(name, isOfServer),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read through `labelsOf`
    [labelsOf, name, isOfServer, ofPage, t],
  )
}
