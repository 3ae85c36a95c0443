import type { ReactNode } from 'react'
import type { Option } from '../../scripts/reference/read-options.ts'
import { toWords } from './field-text.ts'
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

/** Groups that are open at first, because most people use them. */
const OPEN = ['theme', 'startScreen']

/** Groups of options in the order of the reference, with the number of chosen options beside each name. */
export function OptionGroups({ options, values, project, custom, onChange }: OptionGroupsProps) {
  const groups = Map.groupBy(options, ({ path }) => path.split('.')[0]!)
  const single = [...groups].filter(([group, [first]]) => first?.path === group)
  const several = [...groups].filter(([group, [first]]) => first?.path !== group)
  const sorted = [
    ...OPEN.flatMap((name) => several.filter(([group]) => group === name)),
    ['chat', single.flatMap(([, list]) => list)] as const,
    ...several.filter(([group]) => !OPEN.includes(group)),
  ]
  return sorted.map(([group, list]) => {
    const chosen = list.filter(({ path }) => Object.hasOwn(values, path)).length
    return (
      <details key={group} open={OPEN.includes(group)}>
        <summary>
          {toWords(group)}
          {chosen > 0 && <span className="count">{chosen} chosen</span>}
        </summary>
        {list.map((option) => (
          <div className="option" key={option.path}>
            {custom[option.path] ?? (
              <OptionField
                option={option}
                ofProject={valueAt(project, option.path)}
                value={values[option.path]}
                onChange={(value) => onChange(option.path, value)}
              />
            )}
          </div>
        ))}
      </details>
    )
  })
}
