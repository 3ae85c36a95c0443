import { useId, useState, type ReactNode } from 'react'
import type { Option } from '../../scripts/reference/read-options.ts'
import { findOptions, groupOptions } from './group-options.ts'
import { OptionField } from './option-field.tsx'
import { valueAt, type Values } from './option-values.ts'

export interface OptionGroupsProps {
  readonly options: readonly Option[]
  readonly values: Values
  /** The project's values. */
  readonly project: unknown
  /** Special editors, by the option's path. */
  readonly custom: Readonly<Record<string, ReactNode>>
  readonly onChange: (path: string, value: unknown) => void
}

/** Groups of options, with the number of chosen options beside each name, and a search over all of them. */
export function OptionGroups(props: OptionGroupsProps) {
  const { options, values } = props
  const id = useId()
  const [question, setQuestion] = useState('')
  const isAsked = question.trim() !== ''
  const found = isAsked ? findOptions(options, question) : []

  return (
    <>
      <div className="search">
        <label className="hidden" htmlFor={id}>
          Search the options
        </label>
        <input
          autoComplete="off"
          id={id}
          placeholder="Search: colour, corner, language …"
          spellCheck={false}
          type="search"
          value={question}
          onChange={(event) => setQuestion(event.target.value)}
        />
        <p role="status">{isAsked && describeCount(found.length)}</p>
      </div>
      {isAsked
        ? found.map((option) => <GroupedOption {...props} key={option.path} option={option} />)
        : groupOptions(options).map(({ title, options: own }, index) => {
            const chosen = own.filter(({ path }) => Object.hasOwn(values, path)).length
            return (
              <details key={title} open={index === 0}>
                <summary>
                  {title}
                  {chosen > 0 && <span className="count">{chosen} chosen</span>}
                </summary>
                {own.map((option) => (
                  <GroupedOption {...props} key={option.path} option={option} />
                ))}
              </details>
            )
          })}
    </>
  )
}

const describeCount = (count: number): string =>
  count === 0 ? 'No option has these words.' : count === 1 ? '1 option' : `${count} options`

function GroupedOption(props: OptionGroupsProps & { readonly option: Option }) {
  const { option, values, project, custom, onChange } = props
  return (
    <div className="option">
      {custom[option.path] ?? (
        <OptionField
          option={option}
          ofProject={valueAt(project, option.path)}
          value={values[option.path]}
          onChange={(value) => onChange(option.path, value)}
        />
      )}
    </div>
  )
}
