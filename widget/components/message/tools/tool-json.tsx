import { useRef, useState } from 'react'
import { useI18n } from '../../../i18n/i18n-context.tsx'
import type { JsonValue } from '../../../../shared/json.ts'
import { PREVIEW_CHARACTERS, printToolJson } from './print-tool-json.ts'

export interface ToolJsonProps {
  title: string
  value: JsonValue | undefined
}

/** Data of a tool, readable, without secrets, cut to a preview. */
export function ToolJson({ title, value }: ToolJsonProps) {
  const { t } = useI18n()
  const [isWhole, setIsWhole] = useState(false)
  const data = useRef<HTMLPreElement>(null)
  const text = printToolJson(value)
  const isLong = text.length > PREVIEW_CHARACTERS && !isWhole

  function handleShowAll(): void {
    setIsWhole(true)
    // The button leaves.
    data.current?.focus({ preventScroll: true })
  }

  return (
    <div className="tool-json">
      <p className="tool-json-title">{title}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <pre ref={data} dir="ltr" translate="no" tabIndex={0} role="group" aria-label={title}>
        {isLong ? `${text.slice(0, PREVIEW_CHARACTERS)}…` : text}
      </pre>
      {isLong && (
        <button type="button" className="text-button" onClick={handleShowAll}>
          {t('tool.showAll')}
        </button>
      )}
    </div>
  )
}
