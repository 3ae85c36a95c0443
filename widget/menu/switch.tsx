import type { ReactNode } from 'react'

export interface SwitchProps {
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}

/** A labelled switch. */
export function Switch({ isOn, onChange, children }: SwitchProps) {
  return (
    <label className="menu-check">
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- The field says itself whether it is checked
        role="switch"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{children}</span>
    </label>
  )
}
