import { atom } from 'jotai/vanilla'
import { readToolLabels, type ToolLabels } from '../../../shared/tool-labels.ts'
import { pageToolsAtom } from '../../conversation/atoms/tools.ts'
import { serverToolLabelsAtom } from '../../world/server-facts.ts'

/**
 * Labels of a tool's calls, by the tool's name. A page cannot label the server's tools: it could make people allow
 * one action for another.
 */
export const toolLabelsAtom = atom((get) => {
  const ofServer = get(serverToolLabelsAtom)
  const tools = get(pageToolsAtom)
  return (name: string, isOfServer = false): ToolLabels => {
    if (Object.hasOwn(ofServer, name)) return readToolLabels(ofServer[name]).labels
    return isOfServer ? {} : readToolLabels(tools?.get(name)?.labels).labels
  }
})
