import { useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import './auto-grow-textarea.css'

export interface AutoGrowTextareaProps extends ComponentProps<'textarea'> {
  value: string
}

/** A text area that grows with its text, within the limits of its style sheet. */
export function AutoGrowTextarea({ ref, className = '', ...native }: AutoGrowTextareaProps) {
  const own = useRef<HTMLTextAreaElement>(null)

  useImperativeHandle(ref, () => own.current as HTMLTextAreaElement, [])

  useLayoutEffect(() => {
    const area = own.current
    if (area === null || CSS.supports('field-sizing', 'content')) return
    // Without field-sizing: shrink first, since scrollHeight never falls below the current height.
    area.style.blockSize = 'auto'
    area.style.blockSize = `${area.scrollHeight}px`
  }, [native.value])

  return (
    <textarea rows={1} {...native} ref={own} className={`auto-grow-textarea ${className}`.trim()} />
  )
}
