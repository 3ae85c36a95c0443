import { type ReactNode, useEffect, useMemo, useState } from 'react'
import './formula.css'
import { useI18n } from '../i18n/i18n-context.tsx'
import { CopyButton } from './copy-button.tsx'
import { MAX_FORMULA_CHARS } from './limits.ts'
import type { MathSpan } from './nodes.ts'
import { ScrollBox } from './scroll-box.tsx'

/** Number of characters from which a formula may be wider than the panel. */
const LONG_CHARS = 40

type RenderFormula = (text: string, isDisplay: boolean) => ReactNode | undefined

let loaded: RenderFormula | undefined

/** A formula inside a line of text. Displayed formulas have separate lines. */
export function FormulaSpan({ formula }: { formula: MathSpan }): ReactNode {
  const { text, raw, isDisplay, isOpen } = formula
  const shape = isDisplay ? 'md-math-display' : text.length > LONG_CHARS ? 'md-math-long' : ''
  return (
    <span className={`md-math ${shape}`.trim()} dir="ltr" translate="no">
      <Formula text={text} raw={raw} isDisplay={isDisplay} isOpen={isOpen} />
    </span>
  )
}

export interface FormulaBlockProps {
  text: string
  isOpen: boolean
  /** Drawn after the last character. */
  end?: ReactNode
}

/** A formula on separate lines, with a button that copies its source. */
export function FormulaBlock({ text, isOpen, end }: FormulaBlockProps): ReactNode {
  const { t } = useI18n()
  return (
    <div className="md-math-box" dir="ltr" translate="no">
      <ScrollBox className="md-math-scroll" label={text} isGrowing={end !== undefined}>
        <div className="md-math md-math-display">
          <Formula text={text} raw={text} isDisplay isOpen={isOpen} />
          {end}
        </div>
      </ScrollBox>
      <CopyButton label={t('markdown.copyFormula')} readText={() => text} />
    </div>
  )
}

/** MathML once its code has loaded and the formula is complete; its source until then. */
function Formula({ text, raw, isDisplay, isOpen }: Omit<MathSpan, 'type'>): ReactNode {
  const render = useRenderer(!isOpen)
  const drawn = useMemo(
    () => (isOpen || text.length > MAX_FORMULA_CHARS ? undefined : render?.(text, isDisplay)),
    [render, text, isDisplay, isOpen],
  )
  if (drawn !== undefined) return drawn
  const isFailed = render !== undefined && !isOpen
  return <code className="md-math-source">{isFailed ? raw : text}</code>
}

function useRenderer(isNeeded: boolean): RenderFormula | undefined {
  const [render, setRender] = useState(() => loaded)

  useEffect(() => {
    if (!isNeeded || render !== undefined) return
    let isMounted = true
    void loadRenderer().then((found) => {
      if (isMounted && found !== undefined) setRender(() => found)
    })
    return () => {
      isMounted = false
    }
  }, [isNeeded, render])

  return render
}

/** `undefined` if it cannot be loaded: offline, or the release was replaced. */
async function loadRenderer(): Promise<RenderFormula | undefined> {
  try {
    const { renderFormula } = await import('./formulas/render-formula.tsx')
    loaded = renderFormula
    return renderFormula
  } catch {
    return undefined
  }
}
