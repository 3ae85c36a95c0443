import { SEARCH_TOOL } from '../../../shared/knowledge-tools.ts'
import type { ToolLabels } from '../../../shared/tool-labels.ts'
import type { Translate } from '../../i18n/create-translate.ts'

/** Labels of the search in the owner's pages; `undefined` for any other tool. */
export const knowledgeLabels = (name: string, t: Translate): ToolLabels | undefined =>
  name === SEARCH_TOOL
    ? {
        title: t('knowledge.search'),
        running: t('knowledge.searching'),
        done: t('knowledge.searched'),
      }
    : undefined
