import { useImperativeHandle, useLayoutEffect, useRef } from 'react'
import type { ComponentProps } from 'react'
import { growTextarea } from './grow-textarea.ts'
import './auto-grow-textarea.css'

export interface AutoGrowTextareaProps extends ComponentProps<'textarea'> {
  value: string
}

/** A text area that grows with its text, within the limits of its style sheet. */
export function AutoGrowTextarea({ ref, className = '', ...native }: AutoGrowTextareaProps) {
  const own = useRef<HTMLTextAreaElement>(null)

  useImperativeHandle(ref, () => own.current as HTMLTextAreaElement, [])

  useLayoutEffect(() => {
    if (own.current) growTextarea(own.current)
  }, [native.value])

  return (
    <textarea rows={1} {...native} ref={own} className={`auto-grow-textarea ${className}`.trim()} />
  )
}
