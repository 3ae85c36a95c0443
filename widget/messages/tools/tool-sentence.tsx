import type { Translate } from '../../i18n/create-translate.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { readPlainDirection } from '../../markdown/text-direction.ts'
import { titleOfTool } from './tool-words.ts'
import { useToolLabels } from './use-tool-labels.tsx'

export interface ToolSentenceProps {
  toolName: string
  /** The call is known to be the server's. Default false. */
  isOfServer?: boolean
  /** Writes the sentence around the name. */
  say: (t: Translate, tool: string) => string
}

const LETTER = /\p{L}/u

/** A sentence with the tool's name highlighted, at its place in each language. */
export function ToolSentence({ toolName, isOfServer = false, say }: ToolSentenceProps) {
  const { t } = useI18n()
  const labels = useToolLabels(toolName, isOfServer)
  const name = titleOfTool(toolName, labels)
  const [before = '', after] = say(t, '\n').split('\n')
  // Only marks stand around the name: the sentence has the direction of the name.
  if (!LETTER.test(before + (after ?? ''))) {
    const words = say(t, name)
    return (
      <span className="tool-name own-words" dir={readPlainDirection(words)}>
        {words}
      </span>
    )
  }
  return (
    <span className="tool-name">
      {before}
      {after !== undefined && <bdi>{name}</bdi>}
      {after}
    </span>
  )
}
