import type { JsonValue } from '../../../../shared/json.ts'
import { listToolFields } from './list-tool-fields.ts'
import type { ToolField } from './list-tool-fields.ts'
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

  return <FieldList title={title} fields={fields} />
}

/** Names and values. */
export function FieldList({ title, fields }: { title: string; fields: readonly ToolField[] }) {
  return (
    <div role="group" aria-label={title}>
      <dl className="decision-data">
        {/* By place: two ways may have the same words. */}
        {fields.map(({ name, text }, index) => (
          <div key={index}>
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
