import { createElement } from 'react'

/** A sign as the Lucide set has it: its shapes, each an element of SVG. */
export interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[]
}

export interface IconProps {
  of: IconData
  className?: string
  /** It points along the line, and so the other way from right to left. */
  'data-flip'?: boolean | undefined
  'data-state'?: string
}

/** A sign of the Lucide set, drawn as the styles say. Its meaning is told by what stands around it. */
export function Icon({ of, className = '', ...data }: IconProps) {
  return (
    <svg
      className={`lucide ${className}`.trim()}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      {...data}
    >
      {of.node.map(([tag, attributes]) => createElement(tag, attributes))}
    </svg>
  )
}
