import type { ReactNode } from 'react'
import type { JsonValue } from '../../../shared/json.ts'
import { FieldFrame } from '../../draft/field-frame.tsx'
import { valueAt, withValue } from '../../draft/json-path.ts'
import type { ControlProps } from '../../draft/setting-field.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { problemsOf } from './case-values.ts'
import type { CaseProblem, TypedCase } from './case-values.ts'

/** The form of a case as its fields see it. */
export interface CaseFormState {
  readonly typed: TypedCase
  readonly change: (typed: TypedCase) => void
  /** Problems to show; none until the person tries to save. */
  readonly problems: readonly CaseProblem[]
}

/** Sentences about a value. */
export function useProblemWords(): (problems: readonly CaseProblem[]) => readonly string[] {
  const { t } = useI18n()
  return (problems) => [
    ...new Set(problems.map(({ words }) => ('key' in words ? t(words.key) : words.text))),
  ]
}

export interface CaseFieldProps {
  form: CaseFormState
  /** Keys from the case to the value. */
  path: readonly string[]
  label: string
  hint?: string | undefined
  /** The label stands behind the control, as at a box to tick. Default false. */
  isTick?: boolean
  /** Default: the value at `path` in the form's own values. */
  value?: JsonValue
  set?: (value: JsonValue | undefined) => void
  children: (control: ControlProps) => ReactNode
}

/** A value of a case with its label and its problems. */
export function CaseField(props: CaseFieldProps) {
  const { form, path, label, hint, isTick, children } = props
  const { typed, change } = form
  const problems = useProblemWords()(problemsOf(form.problems, path))
  const value = props.value ?? valueAt(typed.values, path)
  const set: ControlProps['set'] =
    props.set ?? ((next) => change({ ...typed, values: withValue(typed.values, path, next) }))
  return (
    <FieldFrame label={label} hint={hint} problems={problems} {...(isTick && { isTick })}>
      {(ids) => children({ ...ids, isInvalid: problems.length > 0, value, set })}
    </FieldFrame>
  )
}

export interface CaseGroupProps {
  label: string
  hint: string
  /** Of the group as a whole. */
  problems: readonly CaseProblem[]
  children: ReactNode
}

/** Several controls together, each with its own name. */
export function CaseGroup({ label, hint, problems, children }: CaseGroupProps) {
  const words = useProblemWords()(problems)
  return (
    <FieldFrame label={label} hint={hint} problems={words} kind="group">
      {() => children}
    </FieldFrame>
  )
}
