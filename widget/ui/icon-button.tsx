import type { ComponentProps } from 'react'
import { Tooltip } from './tooltip.tsx'
import './icon-button.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name. */
  label: string
  /** Shown in place of the name, for example to explain why the button is disabled. Default: the name. */
  tooltip?: string | undefined
}

/** A button with an icon as its only content. */
export function IconButton({ label, tooltip = label, className = '', ...native }: IconButtonProps) {
  return (
    <Tooltip text={tooltip}>
      <button
        type="button"
        {...native}
        className={`icon-button ${className}`.trim()}
        aria-label={label}
      />
    </Tooltip>
  )
}
