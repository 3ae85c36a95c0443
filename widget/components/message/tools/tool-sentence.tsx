import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { Translate } from '../../../i18n/create-translate.ts'
import { markInvisible } from '../../../../shared/mark-invisible.ts'

export interface ToolSentenceProps {
  toolName: string
  /** Writes the sentence around the name. */
  say: (t: Translate, tool: string) => string
}

/** A sentence in which the tool's name is set apart, wherever the language has it. */
export function ToolSentence({ toolName, say }: ToolSentenceProps) {
  const { t } = useI18n()
  const [before = '', after] = say(t, '\n').split('\n')
  return (
    <span className="tool-name">
      {before}
      {after !== undefined && <bdi>{wordsOfToolName(toolName)}</bdi>}
      {after}
    </span>
  )
}

/** A tool's name in words: `lookup_invoices` and `lookupInvoices` both read "lookup invoices". */
export function wordsOfToolName(name: string): string {
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/[_\-./\s]+/g, ' ')
    .trim()
  return markInvisible(words === '' ? name : words.toLowerCase())
}
