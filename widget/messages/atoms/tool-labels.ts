import { atom } from 'jotai/vanilla'
import { readToolLabels, type ToolLabels } from '../../../shared/tool-labels.ts'
import { pageToolsAtom } from '../../conversation/atoms/tools.ts'
import { serverToolLabelsAtom } from '../../world/server-facts.ts'

/**
 * What people read of a tool's calls, by its name. A page has no say in what the server's tools are called:
 * it could have somebody allow one thing for another.
 */
export const toolLabelsAtom = atom((get) => {
  const ofServer = get(serverToolLabelsAtom)
  const tools = get(pageToolsAtom)
  return (name: string, isOfServer = false): ToolLabels => {
    if (Object.hasOwn(ofServer, name)) return readToolLabels(ofServer[name]).labels
    return isOfServer ? {} : readToolLabels(tools?.get(name)?.labels).labels
  }
})
