import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import type { FocusEvent, ReactNode } from 'react'
import './setting-field.css'

/** Names of elements by which a control refers to its label, its hint and its problems. */
export interface FieldIds {
  readonly id: string
  readonly describedBy: string | undefined
}

export interface FieldFrameProps {
  label: string
  hint?: string | undefined
  problems: readonly string[]
  /** The label stands behind the control, as at a box to tick. Default false. */
  isTick?: boolean
  /** `group`: several controls, each with its own name; `text`: none. Default `control`. */
  kind?: 'control' | 'group' | 'text'
  /** Keys to the value, by which the page finds its field. */
  path?: readonly string[]
  onBlur?: ((event: FocusEvent) => void) | undefined
  /** Below the problems. */
  foot?: ReactNode
  children: (ids: FieldIds) => ReactNode
}

/** A value of a form: its label, its control, a hint, and its problems. */
export function FieldFrame(props: FieldFrameProps) {
  const {
    label,
    hint,
    problems,
    isTick = false,
    kind = 'control',
    path,
    onBlur,
    foot,
    children,
  } = props
  const id = useId()
  const [labelId, hintId, problemsId] = [`${id}-label`, `${id}-hint`, `${id}-problems`]
  const describedBy =
    [hint !== undefined && hintId, problems.length > 0 && problemsId].filter(Boolean).join(' ') ||
    undefined
  const isGroup = kind === 'group'
  const control = children({ id, describedBy })
  const name =
    kind === 'control' ? (
      <label className="setting-label" htmlFor={id}>
        {label}
      </label>
    ) : (
      <span className="setting-label" id={labelId}>
        {label}
      </span>
    )
  return (
    <div
      className="setting"
      data-path={path?.join('.')}
      data-tick={isTick || undefined}
      onBlur={onBlur}
      role={isGroup ? 'group' : undefined}
      aria-labelledby={isGroup ? labelId : undefined}
      aria-describedby={isGroup ? describedBy : undefined}
    >
      {isTick ? (
        <div className="setting-tick">
          {control}
          {name}
        </div>
      ) : (
        <>
          {name}
          {control}
        </>
      )}
      {hint !== undefined && (
        <p id={hintId} className="setting-hint">
          {hint}
        </p>
      )}
      <Problems id={problemsId} problems={problems} />
      {foot}
    </div>
  )
}

/** Sentences about a value that cannot be published. */
export function Problems({
  id,
  problems,
}: {
  id?: string | undefined
  problems: readonly string[]
}) {
  if (problems.length === 0) return null
  return (
    <ul id={id} className="setting-problems">
      {problems.map((problem) => (
        <li key={problem}>
          <CircleAlert aria-hidden="true" />
          <span dir="auto">{problem}</span>
        </li>
      ))}
    </ul>
  )
}
