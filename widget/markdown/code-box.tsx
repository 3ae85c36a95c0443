import { TextWrap } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import './code-box.css'
import { useI18n } from '../i18n/i18n-context.tsx'
import { CodeText } from './code-text.tsx'
import { CopyButton } from './copy-button.tsx'
import { markInvisible } from '../../shared/mark-invisible.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { ScrollBox } from './scroll-box.tsx'

/** Fewer lines fit into the panel together with their header. */
const STICKY_LINES = 16

export interface CodeBoxProps {
  /** Empty if the code names none. */
  language: string
  chunks: readonly string[]
  /** True while its end has not arrived. */
  isOpen: boolean
  /** Drawn after the last character. */
  end?: ReactNode
}

/** Code with its language, a button for line wrapping, and a button that copies exactly the source. */
export function CodeBox({ language, chunks, isOpen, end }: CodeBoxProps): ReactNode {
  const { t } = useI18n()
  const [isWrapped, setIsWrapped] = useState(false)
  const name = language === '' ? t('markdown.codeBlock') : markInvisible(language)
  return (
    <div
      className="md-code"
      dir="ltr"
      data-wrap={isWrapped || undefined}
      data-long={isLong(chunks) || undefined}
    >
      <div className="md-code-head">
        <span className="md-code-language" translate="no">
          {name}
        </span>
        <span className="md-tools">
          <IconButton
            label={t('markdown.wrapLines')}
            aria-pressed={isWrapped}
            onClick={() => setIsWrapped(!isWrapped)}
          >
            <TextWrap />
          </IconButton>
          <CopyButton label={t('markdown.copyCode')} readText={() => chunks.join('')} />
        </span>
      </div>
      <ScrollBox as="pre" className="md-code-scroll" label={name} isGrowing={end !== undefined}>
        <code>
          <CodeText language={language} chunks={chunks} isOpen={isOpen} end={end} />
        </code>
      </ScrollBox>
    </div>
  )
}

/** True if the code is long enough for its header to scroll away. Each sticky header costs the browser a layer. */
function isLong(chunks: readonly string[]): boolean {
  if (chunks.length > 1) return true
  const [code = ''] = chunks
  let lines = 1
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) lines += 1
  return lines > STICKY_LINES
}
