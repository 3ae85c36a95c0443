import type { ComponentProps } from 'react'
import './visually-hidden.css'

/** For screen readers only. */
export function VisuallyHidden(props: ComponentProps<'span'>) {
  return <span {...props} className="visually-hidden" />
}
