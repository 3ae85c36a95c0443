import { atom } from 'jotai/vanilla'
import { readToolLabels, type ToolLabels } from '../../../shared/tool-labels.ts'
import { pageToolsAtom } from '../../conversation/atoms/tools.ts'
import { serverToolLabelsAtom } from '../../state/server-facts.ts'

/** What people read of a tool's calls, by its name. A tool of the page goes before one of the server. */
export const toolLabelsAtom = atom((get) => {
  const ofServer = get(serverToolLabelsAtom)
  const tools = get(pageToolsAtom)
  return (name: string): ToolLabels => {
    const said = tools?.get(name)?.labels
    return readToolLabels(said ?? (Object.hasOwn(ofServer, name) ? ofServer[name] : undefined))
      .labels
  }
})
