import type { JsonValue } from '../../../../shared/json.ts'
import { listToolFields } from './list-tool-fields.ts'
import { ToolJson } from './tool-json.tsx'
import { wordsOfToolName } from './words-of-tool-name.ts'

export interface ToolDataProps {
  title: string
  value: JsonValue
}

/** What a person decides about: names and values, or JSON where that would not be all of it. */
export function ToolData({ title, value }: ToolDataProps) {
  const fields = listToolFields(value)
  if (fields === null) return <ToolJson title={title} value={value} />

  return (
    <div role="group" aria-label={title}>
      <dl className="decision-data">
        {fields.map(({ name, text }) => (
          <div key={name}>
            <dt dir="auto" translate="no">
              {wordsOfToolName(name)}
            </dt>
            <dd dir="auto" translate="no">
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
