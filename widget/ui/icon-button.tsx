import type { ComponentProps } from 'react'
import { Tooltip } from './tooltip.tsx'
import './icon-button.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name, shown as a tooltip too. */
  label: string
}

/** A button whose only content is an icon. */
export function IconButton({ label, className = '', ...native }: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        {...native}
        className={`icon-button ${className}`.trim()}
        aria-label={label}
      />
    </Tooltip>
  )
}
